// The time since the first click, until the game is over.
const Clock = (() => {
  const element = () => Frame.get("clock");
  let [from, to, due] = [0, 0, 0];
  const text = () => {
    const seconds = from ? Math.floor(((to || performance.now()) - from) / 1000) : 0;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const show = () => {
    element().textContent = text();
  };
  const run = (begun, over) => {
    if (begun) from ||= performance.now();
    to = over ? to || performance.now() : 0;
    clearInterval(due);
    if (from && !over) due = setInterval(show, 500);
    show();
  };
  const reset = () => {
    [from, to] = [0, 0];
  };
  return { run, reset, text };
})();
