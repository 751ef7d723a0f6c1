/** Shows what the person should know, until they close it. The same is not shown again. */
export function createNotice(place: HTMLElement): (text: string) => void {
  const close = document.createElement("button");
  close.textContent = "Close";
  close.addEventListener("click", () => {
    place.hidden = true;
  });
  let shown: string | undefined;
  return (text) => {
    if (text === shown) return;
    shown = text;
    place.replaceChildren(text, close);
    place.hidden = false;
  };
}
