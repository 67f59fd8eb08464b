// A game of solitaire on real cards: the expected number of further turns, and the effects of luck and choice.
const game = (() => {
  const between = (table, turns, lucky) => {
    const [left, luckyLeft] = Turns.expected(table);
    const whole = (number) => Exact.make(BigInt(number), 1n);
    return [Exact.plus(left, whole(turns)), Exact.plus(luckyLeft, whole(lucky))];
  };
  const begin = (seed, deal) => {
    const mates = deal.map((symbol, place) => deal.findIndex((other, at) => other === symbol && at !== place));
    const table = { known: 0, half: 0, unknown: deal.length / 2 };
    const now = { cards: deal.map(() => "new"), table, open: null, shown: [], turns: 0, lucky: 0, values: between(table, 0, 0), last: null, meter: Meter.begin(2), step: null };
    return { seed, deal, mates, now, past: [] };
  };
  const isOver = ({ now }) => Turn.pairs(now.table) === 0;
  const face = (game, place) => (game.now.open && game.now.open.place === place) || game.now.shown.includes(place);
  const tableOf = ({ mates }, cards) => {
    const table = { known: 0, half: 0, unknown: 0 };
    mates.forEach((mate, place) => {
      if (mate < place || cards[place] === "collected") return;
      table[["unknown", "half", "known"][(cards[place] === "turned") + (cards[mate] === "turned")]] += 1;
    });
    return table;
  };
  const chosen = (now, first, second) =>
    Meter.mixture(Turn.follows(now.table, first, second, true).map((follow) => [follow.weight, between(follow.table, now.turns + 1, now.lucky + (Turns.isLucky(first, second, follow.taken) ? 1 : 0))]));

  // Turns a card. Returns the reason if this is not allowed, and null otherwise.
  const turn = (game, place) => {
    const { now } = game;
    if (isOver(game)) return "over";
    if (now.cards[place] === "collected") return "taken";
    if (now.open && now.open.place === place) return "open";
    const next = now.open ? second(game, place) : first(game, place);
    game.past.push(now);
    game.now = next;
    return null;
  };
  const first = ({ now, mates }, place) => {
    const mated = now.cards[mates[place]] === "turned";
    const [begin, kind] = now.cards[place] === "new" ? ["new", mated ? "mated" : "unmated"] : mated ? ["paired", "paired"] : ["single", "single"];
    const parts = Turn.firsts(now.table, begin).map(([weight, possible]) => [weight, chosen(now, possible, Turns.plan(now.table, possible)), possible]);
    const after = parts.find(([, , possible]) => possible === kind)[1];
    return { ...now, step: null, values: after, meter: Meter.step(now.meter, now.values, Meter.mixture(parts), after), open: { place, first: kind }, shown: [], last: { place, what: "first" } };
  };
  const second = (game, place) => {
    const { now, mates } = game;
    const { place: open, first } = now.open;
    const pair = mates[open] === place;
    const kind = now.cards[place] === "new" ? "new" : pair ? "mate" : "old";
    const before = chosen(now, first, kind);
    const luck = Turns.isLucky(first, kind, pair);
    const cards = now.cards.map((card, at) => (at !== open && at !== place ? card : pair ? "collected" : "turned"));
    const [table, turns, lucky] = [tableOf(game, cards), now.turns + 1, now.lucky + (luck ? 1 : 0)];
    const after = between(table, turns, lucky);
    const step = { game: 1, turn: turns, first: named(game, open), second: named(game, place), places: [open + 1, place + 1] };
    return { ...now, cards, table, turns, lucky, values: after, meter: Meter.step(now.meter, now.values, before, after), open: null, shown: [open, place], last: { place, what: luck ? "lucky" : pair ? "pair" : "none" }, step };
  };
  // The name of a card in logs of solitaire; of two mates, card a has the lower place.
  const named = ({ deal, mates }, place) => `${deal[place]}${mates[place] < place ? "b" : "a"}`;
  // The best card to turn, or null for any new card.
  const hint = ({ now, mates }) => {
    if (now.open) return now.open.first === "mated" || now.open.first === "paired" ? mates[now.open.place] : null;
    const place = now.cards.findIndex((card, at) => card === "turned" && now.cards[mates[at]] === "turned");
    return place < 0 ? null : place;
  };
  const { undo, steps } = Past;
  // The log in the format of `chancetree replay` and `chancetree fit solitaire`.
  const log = (game) => {
    const { seed, deal } = game;
    return Past.log({ family: "solitaire", parameters: { pairs: deal.length / 2, seed: 0, deal } }, seed, steps(game));
  };
  return { begin, isOver, face, turn, hint, undo, steps, log };
})();
