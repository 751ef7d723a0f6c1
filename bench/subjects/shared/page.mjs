import { createAsker } from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { createFileJournal } from "@readback/node";
import { moment } from "../../lib/moment.mjs";

/** How long the person of this process thinks, so that the asking is over when the answer comes. */
const thinks = 10;

/** A process that shows questions and answers them: when the last answer was given. */
export function create({ folder }) {
  const { emit, methods } = createBridgeListeners();
  let answeredAt;
  const bridge = {
    ...methods,
    sendQuestion({ requestId }) {
      emit("onRenderConfirmed", requestId);
      setTimeout(() => {
        answeredAt = moment();
        emit("onAnswer", requestId, [{ id: "q1", values: ["yes"] }]);
      }, thinks);
    },
  };
  const asker = createAsker({ bridge, journal: createFileJournal({ folder }) });
  asker.recover();
  return () => answeredAt;
}
