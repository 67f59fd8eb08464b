// A guessing game: the numbers that are still possible, the mover, and the odds if everyone plays optimally from now
// on.
const game = (() => {
  const { numbers, weights, guesses } = Frame.data;
  const solved = Object.fromEntries(Object.entries(Frame.data.situations).map(([key, [values, best]]) => [key, { values: values.map(Exact.read), best }]));
  const seats = Frame.data.seats.length;
  const all = weights === null ? null : weights.map(BigInt);
  // The total weight of the numbers from `low` to `high`.
  const weight = (low, high) => (all ? all.slice(low - 1, Math.max(high, low - 1)).reduce((sum, one) => sum + one, 0n) : BigInt(high - low + 1));
  // The solved situation. Equally likely numbers are shifted so that they start at 1, and a limit that cannot be
  // reached is left out.
  const situation = (low, high, left) => {
    const length = high - low + 1;
    return solved[[...(all ? [low, high] : [1, length]), ...(left !== null && left < length ? [left] : [])].join("-")];
  };
  const drawn = (seed) => {
    let draw = Random.of(seed, 0).drawn(weight(1, numbers));
    let secret = 1;
    for (; draw >= weight(secret, secret); secret++) draw -= weight(secret, secret);
    return secret;
  };
  // With a limit of guesses, the probability that no one wins is the last value.
  const shared = (values) => (guesses === null ? values : [...values, values.reduce(Exact.minus, Exact.one)]);
  const begin = (seed) => {
    const odds = after(1, numbers, guesses, 0);
    return { seed, secret: drawn(seed), now: { low: 1, high: numbers, left: guesses, mover: 0, winner: null, over: false, values: odds, meter: Meter.begin(odds.length, seats), step: null }, past: [] };
  };
  // The odds if these numbers are possible, with `left` guesses left and the turn of `mover`.
  const after = (low, high, left, mover) => {
    // The situations do not contain impossible cases, such as only numbers with weight 0.
    if (weight(low, high) === 0n || left === 0) return shared(Array(seats).fill(Exact.zero));
    const { values } = situation(low, high, left);
    return shared(Array.from({ length: seats }, (_, seat) => values[(seat - mover + seats) % seats]));
  };
  const won = (winner) => shared(Array.from({ length: seats }, (_, seat) => (seat === winner ? Exact.one : Exact.zero)));
  // The odds after a guess, before its answer.
  const guessed = ({ now }, number) => {
    const next = (now.mover + 1) % seats;
    const left = now.left === null ? null : now.left - 1;
    return Meter.mixture([
      [weight(number, number), won(now.mover)],
      [weight(now.low, number - 1), after(now.low, number - 1, left, next)],
      [weight(number + 1, now.high), after(number + 1, now.high, left, next)],
    ]);
  };
  const bestOf = ({ now }) => {
    const { best } = situation(now.low, now.high, now.left);
    return all ? best : now.low + best - 1;
  };
  // The probability of a number that is still possible, or null if all numbers are equally likely.
  const chance = ({ now }, number) => (all ? Exact.make(weight(number, number), weight(now.low, now.high)) : null);
  const isHuman = ({ now }) => Frame.data.seats[now.mover] === "human";
  // Guesses a number. Returns the reason if the guess is not allowed, and null otherwise.
  const guess = (game, number) => {
    const { now, secret } = game;
    if (now.over) return now.winner === null ? "none" : "over";
    if (number < now.low || number > now.high) return "out";
    const chosen = guessed(game, number);
    const { mover } = now;
    const left = now.left === null ? null : now.left - 1;
    const answer = number === secret ? "hit" : left === 0 ? "missed" : number > secret ? "lower" : "higher";
    const next = { ...now, left };
    if (answer === "hit") Object.assign(next, { winner: mover, over: true, values: won(mover) });
    else if (answer === "missed") Object.assign(next, { over: true, values: after(now.low, now.high, 0, mover) });
    else {
      Object.assign(next, { mover: (mover + 1) % seats }, answer === "lower" ? { high: number - 1 } : { low: number + 1 });
      next.values = after(next.low, next.high, left, next.mover);
    }
    next.meter = Meter.step(now.meter, now.values, chosen, next.values, mover);
    next.step = { seat: mover + 1, number, answer };
    game.past.push(now);
    game.now = next;
    return null;
  };
  const { undo, steps } = Past;
  const history = (game) => Past.states(game).map(({ values }) => values);
  // `names` are those of all seats, or null.
  const log = (game, names = null) => {
    const { seed, secret } = game;
    const parameters = { numbers, seats: Frame.data.seats, seed: 0, secret, ...(names === null ? {} : { names }), ...(guesses === null ? {} : { guesses }), ...(all ? { weights: [] } : {}) };
    return Past.log({ family: "guess", parameters }, seed, steps(game)).replace('"weights":[]', `"weights":[${weights}]`);
  };
  return { begin, guessed, bestOf, chance, isHuman, guess, undo, steps, history, log };
})();
