// Counts risks and looks ahead in workers, so that play can continue. Without workers, smaller tasks run on the page.
const Background = (() => {
  let changed = () => {};
  // A task on one position at a time: the script of its worker, the message to it, what to do with the answer, and the
  // answer without a worker.
  const task = ({ script, message, settle, alone }) => {
    let [worker, due, busy, address] = [null, 0, null, null];
    const stop = () => {
      clearTimeout(due);
      if (worker) worker.terminate();
      [worker, busy] = [null, null];
    };
    // Stores an answer, unless another position is wanted by now.
    const answer = (position, data) => {
      if (position !== busy) return;
      stop();
      settle(position, data);
      changed();
    };
    const without = (position) => {
      due = setTimeout(() => answer(position, alone(position)));
    };
    const begin = (position) => {
      busy = position;
      try {
        address ??= URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
        worker = new Worker(address);
        worker.onmessage = ({ data }) => answer(position, data);
        worker.onerror = (event) => {
          event.preventDefault();
          without(position);
        };
        worker.postMessage(message(position));
      } catch {
        without(position);
      }
    };
    // Works on this position, and calls `changed` when it is answered. Work on another position is stopped.
    return (position) => {
      if (position === busy || (!position && !busy)) return;
      stop();
      if (position) begin(position);
    };
  };
  const risks = task({
    script: `const count = (${counting})(); onmessage = ({ data: { board, most } }) => postMessage(count(board, most));`,
    message: ({ board }) => ({ board, most: Risk.budgets.worker }),
    settle: (position, data) => Risk.settle(position, Risk.read(data)),
    alone: ({ board }) => counting()(board, Risk.budgets.fallback),
  });
  // Counts the first of these positions.
  const want = ([first]) => risks(first);
  const advice = task({
    script: `const advise = (${advising})((${counting})()); onmessage = ({ data: { board, limits } }) => postMessage(advise(board, limits));`,
    message: ({ board }) => ({ board, limits: Risk.limits.worker }),
    settle: (position, data) => (position.advice = Risk.advice(data)),
    alone: (position) => Risk.ahead(position),
  });
  // Looks ahead from a position whose advice is unknown. Work on another position is stopped.
  let looking = null;
  const look = (position) => {
    if (position.advice !== undefined) return;
    if (looking?.advice === "waiting") looking.advice = undefined;
    looking = position;
    position.advice = "waiting";
    advice(position);
  };
  const listen = (act) => {
    changed = act;
  };
  return { want, look, listen };
})();
