// The random generator of the program (PCG64 DXSM, seeded through SplitMix64), so that a seed gives the same deal.
const Random = (() => {
  const MASK = (1n << 64n) - 1n;
  const LONG = (1n << 128n) - 1n;
  const FACTOR = 0xda942042e4dd58b5n;
  const mix = (word) => {
    word = (word + 0x9e3779b97f4a7c15n) & MASK;
    word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return word ^ (word >> 31n);
  };
  const stream = (state, increment) => {
    const word = () => {
      const low = (state & MASK) | 1n;
      let high = state >> 64n;
      high = ((high ^ (high >> 32n)) * FACTOR) & MASK;
      high ^= high >> 48n;
      state = (state * FACTOR + increment) & LONG;
      return (high * low) & MASK;
    };
    // Words beyond the largest multiple of `bound` are drawn again; otherwise small numbers would be more likely.
    const drawn = (bound) => {
      const fair = MASK - (MASK % bound);
      for (;;) {
        const number = word();
        if (number < fair) return number % bound;
      }
    };
    const below = (bound) => Number(drawn(BigInt(bound)));
    return { word, drawn, below, oneOf: (list) => list[below(list.length)], copy: () => stream(state, increment) };
  };
  const of = (seed, game) => {
    const ofSeed = mix(seed & MASK);
    const ofGame = mix(ofSeed ^ BigInt(game));
    const ofPurpose = mix(ofGame);
    const increment = (((ofPurpose << 65n) | (mix(ofPurpose) << 1n)) & LONG) | 1n;
    return stream(((((ofSeed << 64n) | ofGame) + increment) * FACTOR + increment) & LONG, increment);
  };
  // Returns the cards of `pairs` pairs, shuffled.
  const shuffled = (pairs, seed) => {
    const cards = Array.from({ length: 2 * pairs }, (_, at) => (at >> 1) + 1);
    const random = of(seed, 0);
    for (let last = cards.length - 1; last >= 1; last--) {
      const other = random.below(last + 1);
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  };
  // A random seed, short enough to type.
  const fresh = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000);
  return { of, shuffled, fresh };
})();
