// The changes of the odds by luck and by choice, as vectors of fractions.
const Meter = (() => {
  const vector = (things) => Array.from({ length: things }, () => Exact.zero);
  const begin = (things) => ({ last: vector(things), luck: vector(things), choice: vector(things) });
  // Adds a step: the odds before it, after the choice, and after the chance event.
  const step = (meter, before, chosen, after) => ({
    last: after.map((value, at) => Exact.minus(value, chosen[at])),
    luck: meter.luck.map((value, at) => Exact.plus(value, Exact.minus(after[at], chosen[at]))),
    choice: meter.choice.map((value, at) => Exact.plus(value, Exact.minus(chosen[at], before[at]))),
  });
  // The average of vectors with weights.
  const mixture = (parts) => {
    const total = parts.reduce((sum, [weight]) => sum + BigInt(weight), 0n);
    const share = (weight) => Exact.make(BigInt(weight), total);
    return parts[0][1].map((_, at) => parts.reduce((sum, [weight, values]) => Exact.plus(sum, Exact.times(share(weight), values[at])), Exact.zero));
  };
  return { begin, step, mixture };
})();
