/** A name of a state, which may be broken after its dots. */
export function Dotted({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(?<=\.)/).map((part, index) => (
        <>
          {index > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  );
}
