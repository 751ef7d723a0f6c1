import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../state/app.js";
import { KEYS } from "../state/keys.js";

/** The keys. */
export function Help() {
  const { isHelpOpen } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen.value && !dialog.current?.open) dialog.current?.showModal();
  }, [isHelpOpen.value]);
  const close = () => {
    isHelpOpen.value = false;
  };
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={close}>
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
