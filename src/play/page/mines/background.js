// Counts risks in a worker, so that play can continue. Without workers, a smaller count runs on the page.
const Background = (() => {
  let [worker, due, busy] = [null, 0, null];
  let changed = () => {};

  const script = `const count = (${counting})(); onmessage = ({ data: { board, most } }) => postMessage(count(board, most));`;
  let address = null;
  const stop = () => {
    clearTimeout(due);
    if (worker) worker.terminate();
    [worker, busy] = [null, null];
  };
  // Stores the result of a count, unless another position is wanted by now.
  const settle = (position, result) => {
    if (position !== busy) return;
    stop();
    Risk.settle(position, result);
    changed();
  };
  const alone = (position) => {
    due = setTimeout(() => settle(position, Risk.of(position.board, Risk.budgets.fallback)));
  };
  const begin = (position) => {
    busy = position;
    try {
      address ??= URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
      worker = new Worker(address);
      worker.onmessage = ({ data }) => settle(position, Risk.read(data));
      worker.onerror = (event) => {
        event.preventDefault();
        alone(position);
      };
      worker.postMessage({ board: position.board, most: Risk.budgets.worker });
    } catch {
      alone(position);
    }
  };
  // Counts the first of these positions, and calls `changed` when its risks are known. A running count for another
  // position is stopped.
  const want = ([first]) => {
    if (first === busy || (!first && !busy)) return;
    stop();
    if (first) begin(first);
  };
  const listen = (act) => {
    changed = act;
  };
  return { want, listen };
})();
