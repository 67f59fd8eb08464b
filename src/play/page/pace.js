// The pace of robots: after a pause, or when a person taps.
const Pace = (() => {
  const { data, get, make } = Frame;
  const FACTORS = { slow: 2.5, normal: 1, fast: 0.3 };
  let [due, waiting] = [0, null];

  const go = () => {
    const move = waiting;
    stop();
    if (move) move();
  };
  const stop = () => {
    clearTimeout(due);
    waiting = null;
    Frame.offer();
  };
  // Runs a robot's `move` after its pause, or at the next tap.
  const next = (move) => {
    stop();
    waiting = move;
    const pace = get("pace").value;
    if (pace === "tap") Frame.offer(Words.goOn, go);
    else due = setTimeout(go, data.pause * FACTORS[pace]);
  };
  const begin = () => {
    const options = Object.entries(Words.paces).map(([value, text]) => make("option", { value, text }));
    const select = make("select", { id: "pace", "aria-label": Words.paceName, title: Words.paceTitle }, ...options);
    select.value = "normal";
    select.hidden = data.seats.every((seat) => seat === "human");
    select.addEventListener("change", () => waiting && next(waiting));
    get("new").before(select);
  };
  // Whether a robot waits for a tap.
  const taps = () => waiting !== null && get("pace").value === "tap";
  return { begin, next, stop, go, taps };
})();
