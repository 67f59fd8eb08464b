// A game of guessing: what is still possible, whose turn it is, and the odds if all guess best from now on.
const game = (() => {
  const { values, best } = Frame.data;
  const solved = values.map((all) => all.map(Exact.read));
  const seats = Frame.data.seats.length;
  const begin = (seed) => {
    const secret = Random.of(seed, 0).below(Frame.data.numbers) + 1;
    const odds = left(Frame.data.numbers, 0);
    return { seed, secret, now: { low: 1, high: Frame.data.numbers, mover: 0, winner: null, values: odds, meter: Meter.begin(seats), steps: [], history: [odds] }, past: [] };
  };
  // With so many numbers left and this seat to guess.
  const left = (length, mover) => Array.from({ length: seats }, (_, seat) => solved[length][(seat - mover + seats) % seats]);
  const won = (winner) => Array.from({ length: seats }, (_, seat) => (seat === winner ? Exact.one : Exact.zero));
  // If a number is guessed, before it is answered.
  const guessed = ({ now }, number) => {
    const next = (now.mover + 1) % seats;
    const [below, above] = [number - now.low, now.high - number];
    return Meter.mixture([[1, won(now.mover)], [below, left(below, next)], [above, left(above, next)]]);
  };
  const bestOf = ({ now }) => now.low + best[now.high + 1 - now.low] - 1;
  const isHuman = ({ now }) => Frame.data.seats[now.mover] === "human";
  // Guesses a number; what forbids it, or null.
  const guess = (game, number) => {
    const { now, secret } = game;
    if (now.winner !== null) return "over";
    if (number < now.low || number > now.high) return "out";
    const chosen = guessed(game, number);
    const { mover } = now;
    const next = { ...now, mover: (mover + 1) % seats };
    const answer = number === secret ? "hit" : number > secret ? "lower" : "higher";
    if (answer === "hit") Object.assign(next, { winner: mover, mover, values: won(mover) });
    else {
      Object.assign(next, answer === "lower" ? { high: number - 1 } : { low: number + 1 });
      next.values = left(next.high + 1 - next.low, next.mover);
    }
    next.meter = Meter.step(now.meter, now.values, chosen, next.values);
    next.steps = [...now.steps, { seat: mover + 1, number, answer }];
    next.history = [...now.history, next.values];
    game.past.push(now);
    game.now = next;
    return null;
  };
  const undo = (game) => {
    if (game.past.length) game.now = game.past.pop();
  };
  const log = ({ seed, secret, now }) => {
    const head = JSON.stringify({ chancetree: "play", schema: 1, family: "guess", parameters: { numbers: Frame.data.numbers, seats: Frame.data.seats, seed: 0, secret } });
    return [head.replace('"seed":0', `"seed":${seed}`), ...now.steps.map((step) => JSON.stringify(step))].join("\n") + "\n";
  };
  return { begin, guessed, bestOf, isHuman, guess, undo, log };
})();
