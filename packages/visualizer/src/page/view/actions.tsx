import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ActionOffer } from "../../source/action.js";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";

/** What a person may do with the instance, each asked about before it is done. */
export function Actions({ offers }: { readonly offers: readonly ActionOffer[] }) {
  const asked = useSignal<ActionOffer | null>(null);
  return (
    <>
      {offers.map((offer) => (
        <button
          key={offer.name}
          type="button"
          title={offer.what}
          onClick={() => {
            asked.value = offer;
          }}
        >
          {offer.label}
        </button>
      ))}
      {asked.value && (
        <Confirm
          offer={asked.value}
          onClose={() => {
            asked.value = null;
          }}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  readonly offer: ActionOffer;
  readonly onClose: () => void;
}

function Confirm({ offer: { name, label, what, asksFor }, onClose }: ConfirmProps) {
  const { source, said } = useApp();
  const { key } = useLooking();
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal("");
  const problem = useSignal("");
  useEffect(() => dialog.current?.showModal(), []);
  const act = async () => {
    try {
      const { isDone, message } = await source.act(key, name, asksFor ? text.value : undefined);
      said.value = message;
      if (isDone) onClose();
      else problem.value = message;
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby="confirm-title" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        <h2 id="confirm-title">{label}?</h2>
        <p>{what} It is journaled as done by a person.</p>
        {asksFor !== undefined && (
          <label class="field">
            <span>{asksFor}</span>
            <textarea
              required
              rows={3}
              value={text.value}
              onInput={({ currentTarget }) => {
                text.value = currentTarget.value;
              }}
            />
          </label>
        )}
        {problem.value !== "" && (
          <p class="bad" role="alert">
            {problem}
          </p>
        )}
        <div class="buttons">
          <button type="submit" class="main">
            {label}
          </button>
          <button type="button" onClick={onClose}>
            Not now
          </button>
        </div>
      </form>
    </dialog>
  );
}
