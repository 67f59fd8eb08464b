// Numbers drawn at random as the program draws them (SplitMix64): the same deal for the same seed.
const Random = (() => {
  const MASK = (1n << 64n) - 1n;
  const stream = (state) => {
    const word = () => {
      state = (state + 0x9e3779b97f4a7c15n) & MASK;
      let mixed = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
      mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
      return mixed ^ (mixed >> 31n);
    };
    // What would favour some is drawn again.
    const drawn = (bound) => {
      const fair = MASK - (MASK % bound);
      for (;;) {
        const number = word();
        if (number < fair) return number % bound;
      }
    };
    const below = (bound) => Number(drawn(BigInt(bound)));
    return { word, drawn, below, oneOf: (list) => list[below(list.length)], copy: () => stream(state) };
  };
  const of = (seed, game) => stream(stream(seed & MASK).word() ^ stream(BigInt(game)).word());
  // The cards of so many pairs, shuffled.
  const shuffled = (pairs, seed) => {
    const cards = Array.from({ length: 2 * pairs }, (_, at) => (at >> 1) + 1);
    const random = of(seed, 0);
    for (let last = cards.length - 1; last >= 1; last--) {
      const other = random.below(last + 1);
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  };
  // A short number can be typed again.
  const fresh = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000);
  return { of, shuffled, fresh };
})();
