// How far the odds moved, by chance and by choice: vectors of fractions.
const Meter = (() => {
  const vector = (things) => Array.from({ length: things }, () => Exact.zero);
  const begin = (things) => ({ last: vector(things), luck: vector(things), choice: vector(things) });
  // A step: the odds before it, once it was chosen, and after chance has answered.
  const step = (meter, before, chosen, after) => ({
    last: after.map((value, at) => Exact.minus(value, chosen[at])),
    luck: meter.luck.map((value, at) => Exact.plus(value, Exact.minus(after[at], chosen[at]))),
    choice: meter.choice.map((value, at) => Exact.plus(value, Exact.minus(chosen[at], before[at]))),
  });
  // Vectors, each times its weight, over the sum of the weights.
  const mixture = (parts) => {
    const total = parts.reduce((sum, [weight]) => sum + BigInt(weight), 0n);
    const share = (weight) => Exact.make(BigInt(weight), total);
    return parts[0][1].map((_, at) => parts.reduce((sum, [weight, values]) => Exact.plus(sum, Exact.times(share(weight), values[at])), Exact.zero));
  };
  return { begin, step, mixture };
})();
