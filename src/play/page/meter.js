// The changes of the odds by luck and by choice, as vectors of fractions.
const Meter = (() => {
  const vector = (things) => Array.from({ length: things }, () => Exact.zero);
  const begin = (things, seats = 0) => ({ last: vector(things), luck: vector(things), choice: vector(things), by: Array.from({ length: seats }, () => ({ luck: vector(things), choice: vector(things) })) });
  const add = (sum, from, to) => sum.map((value, at) => Exact.plus(value, Exact.minus(to[at], from[at])));
  // Adds a step of the player in `seat`: the odds before it, after the choice, and after the chance event.
  const step = (meter, before, chosen, after, seat = -1) => {
    const added = ({ luck, choice }) => ({ luck: add(luck, chosen, after), choice: add(choice, before, chosen) });
    return { last: after.map((value, at) => Exact.minus(value, chosen[at])), ...added(meter), by: meter.by.map((own, at) => (at === seat ? added(own) : own)) };
  };
  // The average of vectors with weights.
  const mixture = (parts) => {
    const total = parts.reduce((sum, [weight]) => sum + BigInt(weight), 0n);
    const share = (weight) => Exact.make(BigInt(weight), total);
    return parts[0][1].map((_, at) => parts.reduce((sum, [weight, values]) => Exact.plus(sum, Exact.times(share(weight), values[at])), Exact.zero));
  };
  return { begin, step, mixture };
})();
