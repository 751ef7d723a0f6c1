/** A user interface without a screen: keeps the last request, and does what it is told. */
export function createBridge() {
  const on = {};
  const keep = (name) => (callback) => {
    on[name] = callback;
    return () => {};
  };
  return {
    last: undefined,
    sendQuestion(request) {
      this.last = request;
    },
    onRenderConfirmed: keep("render"),
    onAnswer: keep("answer"),
    onCancel: keep("cancel"),
    confirm: (requestId) => on.render(requestId),
    answer: (requestId, answers) => on.answer(requestId, answers),
  };
}
