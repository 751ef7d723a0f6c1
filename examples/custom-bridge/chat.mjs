/** A chat in memory, in place of the service that you use. `person` is who sits at the other end. */
export function createChat() {
  const listeners = new Map();
  const messages = [];
  let isLooking = true;
  let isOnline = true;

  const tell = (event, ...args) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...args);
  };
  /** The person's app tells which messages they have read. */
  const read = (message) => isLooking && isOnline && tell("read", message);

  return {
    get isOnline() {
      return isOnline;
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => set.delete(listener);
    },
    post(text) {
      const message = { text, isOver: false };
      messages.push(message);
      return message;
    },
    ping: (message) => queueMicrotask(() => read(message)),
    edit(message, text) {
      message.text += `\n${text}`;
      message.isOver = true;
    },
    person: {
      /** What is on the person's screen. */
      screen: () => (isLooking && isOnline ? messages : []),
      reply: (message, text) => tell("reply", message, text),
      type: (message) => tell("typing", message),
      look(away) {
        isLooking = !away;
        for (const message of messages) read(message);
      },
      go(offline) {
        isOnline = !offline;
        if (offline) tell("gone");
        else for (const message of messages) read(message);
      },
    },
  };
}
