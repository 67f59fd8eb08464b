// A game of Memory on real cards. The session knows the deal; the odds know only what all players could remember.
const game = (() => {
  const begin = (setup, prospects, seed, deal, starter = 0) => {
    const mates = deal.map((symbol, place) => deal.findIndex((other, at) => other === symbol && at !== place));
    const moment = opening(setup, deal.length / 2, starter);
    const values = prospects.between(moment);
    const now = {
      cards: deal.map(() => "new"), takers: deal.map(() => -1), moment, open: null, shown: [], values, last: null, knowers: deal.map(() => 0),
      meter: Meter.begin(values.length, setup.seats.length), step: null, random: Random.of(seed, 2), forgetting: Random.of(seed, 1),
    };
    return { setup, prospects, seed, deal, mates, starter, now, past: [] };
  };
  const opening = (setup, pairs, starter) => ({ table: { known: 0, half: 0, unknown: pairs, ...(alone(setup) && { beliefs: "00".repeat(pairs) }) }, scores: setup.seats.map(() => 0), mover: starter, passes: 0 });
  // The fair starter after a game with a winner: the seat that gives the winner the lowest chance, as in `chancetree
  // fair memory`.
  const fair = (setup, prospects, pairs, winner) => {
    const chances = setup.seats.map((_, starter) => prospects.between(opening(setup, pairs, starter))[winner]);
    return chances.reduce((least, chance, starter) => (Exact.minus(chance, chances[least]).above < 0n ? starter : least), 0);
  };

  const forgets = (setup) => setup.memory !== undefined;
  // Whether each player has a separate memory. Cards are then known if the mover knows them.
  const alone = (setup) => Array.isArray(setup.memory);
  const seen = ({ now, mates }, place) => ({ card: now.knowers[place], mate: now.knowers[mates[place]] });

  const face = (game, place) => (game.now.open && game.now.open.place === place) || (game.now.shown.includes(place) && !isOver(game));
  const isOver = (game) => game.prospects.isOver(game.now.moment);
  const isHuman = (game) => game.setup.seats[game.now.moment.mover] === "human";

  const tableOf = (game, cards) => {
    const table = { known: 0, half: 0, unknown: 0 };
    game.mates.forEach((mate, place) => {
      if (mate < place || cards[place] === "taken") return;
      const known = (cards[place] === "known") + (cards[mate] === "known");
      table[["unknown", "half", "known"][known]] += 1;
    });
    return table;
  };

  // Turns a card. Returns the reason if this is not allowed, and null otherwise.
  const turn = (game, place) => {
    const { now, mates } = game;
    if (isOver(game)) return "over";
    if (now.cards[place] === "taken") return "taken";
    if (now.open && now.open.place === place) return "open";
    const next = now.open ? second(game, place, mates[place]) : first(game, place, mates[place]);
    if (typeof next === "string") return next;
    const seat = now.moment.mover;
    game.past.push(now);
    game.now = { ...next, step: { seat: seat + 1, place: place + 1, symbol: game.deal[place] } };
    return null;
  };
  const first = (game, place, mate) => {
    const { setup, now, prospects } = game;
    const mated = now.cards[mate] === "known";
    if (forgets(setup)) {
      if (now.moment.table.known > 0 && !(mated && now.cards[place] === "known")) return "take";
      if (now.cards[place] === "known" && !mated) return "fresh";
    }
    const [begin, kind] = now.cards[place] === "new" ? ["new", mated ? "mated" : "unmated"] : mated ? ["paired", "paired"] : ["single", "single"];
    const after = prospects.opened({ ...now.moment, seen: seen(game, place) }, kind);
    // Which pair is taken is no chance event, so there is no luck.
    const chosen = begin === "paired" ? after : prospects.begun(now.moment, begin);
    return { ...now, values: after, meter: Meter.step(now.meter, now.values, chosen, after, now.moment.mover), open: { place, first: kind }, shown: [], last: { seat: now.moment.mover, place, what: kind } };
  };
  const second = (game, place, mate) => {
    const { now, prospects } = game;
    const { place: open, first } = now.open;
    const { mover } = now.moment;
    const pair = mate === open;
    const kind = now.cards[place] === "new" ? "new" : pair ? "mate" : "old";
    // A person has already chosen the card. A robot turns the card that reveals the least.
    const shown = kind === "old" && isHuman(game) ? seen(game, place) : undefined;
    const opened = { ...now.moment, seen: seen(game, open), shown };
    if (!prospects.moments(opened, first, kind).length) return !forgets(game.setup) ? "pass" : first === "mated" ? "mate" : "take";
    const chosen = prospects.chosen(opened, first, kind);
    const next = pair ? mover : (mover + 1) % now.moment.scores.length;
    let knowers = now.knowers;
    let cards = now.cards.map((card, at) => (at !== open && at !== place ? card : pair ? "taken" : "known"));
    const takers = now.takers.map((taker, at) => (pair && (at === open || at === place) ? mover : taker));
    const forgetting = now.forgetting.copy();
    if (alone(game.setup)) {
      if (!pair) knowers = SeparateMemory.recall(knowers, cards, [open, place], { memories: SeparateMemory.limits(game.setup.memory), starter: game.starter }, forgetting);
      cards = SeparateMemory.view(knowers, cards, next);
    } else if (!pair && forgets(game.setup)) {
      const known = cards.map((_, at) => at).filter((at) => now.cards[at] === "known");
      const fresh = [open, place].filter((at) => now.cards[at] === "new");
      for (const at of SharedMemory.cards(known, fresh, game.setup.memory ?? Infinity, forgetting)) cards[at] = "new";
    }
    const table = alone(game.setup) ? SeparateMemory.of(knowers, cards, game.mates, next) : tableOf(game, cards);
    const same = ["known", "half", "unknown"].every((kind) => table[kind] === now.moment.table[kind]);
    const moment = {
      table,
      scores: now.moment.scores.map((pairs, seat) => pairs + (pair && seat === mover ? 1 : 0)),
      mover: next,
      passes: game.setup.passing && same ? now.moment.passes + 1 : 0,
    };
    const after = prospects.between(moment);
    const what = pair ? "pair" : ["none", "passed", "ended"][moment.passes];
    return { ...now, cards, knowers, takers, moment, forgetting, values: after, meter: Meter.step(now.meter, now.values, chosen, after, mover), open: null, shown: [open, place], last: { seat: mover, place, what } };
  };

  const pairOrder = ({ card, mate }) => Math.min(card, mate) * 16 + Math.max(card, mate);
  // The card that a player turns who plays as the odds assume. New cards are drawn at random.
  const robot = (game) => {
    const { now, prospects, mates } = game;
    const of = (wanted) => now.cards.map((_, place) => place).filter(wanted);
    const known = (place) => now.cards[place] === "known";
    const fresh = of((place) => now.cards[place] === "new" && !(now.open && now.open.place === place));
    // Of the known pairs, the one that the fewest players know is taken. A card that everyone knows reveals the
    // least.
    const order = (place) => pairOrder(seen(game, place));
    const fewest = (places) => (alone(game.setup) ? [...places].sort((a, b) => order(a) - order(b)) : places);
    const everybody = (1 << now.moment.scores.length) - 1;
    const least = (places) => {
      const shared = places.filter((place) => now.knowers[place] === everybody);
      return !alone(game.setup) ? places.slice(0, 1) : shared.length ? shared : places;
    };
    const plan = prospects.plan(now.moment, now.open && now.open.first);
    const places = {
      new: () => fresh,
      paired: () => fewest(of((place) => known(place) && known(mates[place]))).slice(0, 1),
      single: () => of((place) => known(place) && !known(mates[place])).slice(0, 1),
      mate: () => [mates[now.open.place]],
      old: () => least(of((place) => known(place) && place !== now.open.place && place !== mates[now.open.place])),
    }[plan]();
    // A draw that is undone is repeated with the same result.
    const random = now.random.copy();
    const place = random.oneOf(places);
    game.now = { ...now, random };
    return place;
  };

  // The cards that all players could know and that carry out a hint: a pair to take, or a mate.
  const fitting = ({ now, mates }, { tactic, name }) => {
    const known = (place) => now.cards[place] === "known";
    if (tactic) return tactic === 1 ? mates.flatMap((mate, place) => (known(place) && known(mate) ? [place] : [])) : [];
    return name === "mate" && known(mates[now.open.place]) ? [mates[now.open.place]] : [];
  };

  const { undo, steps } = Past;
  const history = (game) => Past.states(game).map(({ values }) => values);

  // The log in the format of `chancetree replay`, in which the first seat begins. `names` are those of all seats, or null.
  const log = (game, names = null) => {
    const { setup, deal, seed, starter } = game;
    const seats = setup.seats.length;
    const turned = (list) => list.map((_, seat) => list[(seat + starter) % seats]);
    const parameters = { pairs: deal.length / 2, seats: turned(setup.seats), people: setup.people, objective: setup.objective };
    if (names) parameters.names = turned(names);
    if (setup.passing) parameters.passing = true;
    if (forgets(setup)) parameters.memory = alone(setup) ? turned(setup.memory).map((cards) => cards ?? "unlimited") : (setup.memory ?? "unlimited");
    const lines = steps(game).map((step) => ({ ...step, seat: ((step.seat - 1 - starter + seats) % seats) + 1 }));
    return Past.log({ family: "memory", parameters: { ...parameters, seed: 0, deal } }, seed, lines);
  };

  return { begin, opening, seen, fair, face, isOver, isHuman, turn, robot, fitting, undo, steps, history, log };
})();
