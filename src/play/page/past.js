// The states of a game so far, its steps, and its log in the format of `chancetree replay`.
const Past = (() => {
  const undo = (game) => {
    if (game.past.length) game.now = game.past.pop();
  };
  // Each state keeps only its own step, so memory grows linearly with the number of states.
  const states = ({ past, now }) => [...past, now];
  const steps = (game) => states(game).flatMap(({ step }) => step ?? []);
  // The seed can be larger than a number of JavaScript, so it is 0 in `head`.
  const log = (head, seed, lines) => {
    const first = JSON.stringify({ chancetree: "play", schema: 1, ...head }).replace('"seed":0', `"seed":${seed}`);
    return [first, ...lines.map((line) => JSON.stringify(line))].join("\n") + "\n";
  };
  return { undo, states, steps, log };
})();
