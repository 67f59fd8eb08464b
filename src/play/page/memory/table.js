// The display of Memory: cards, odds, luck and hints.
const Table = (() => {
  const { data, get, make, section, exactRow } = Frame;
  const { inside } = Chances;
  const words = Words.memory;
  const seats = data.seats.length;
  const forgets = data.memory !== undefined;
  const alone = Array.isArray(data.memory);
  const parts = {};

  const listed = (all) => (all.length < 3 ? all.join(words.and) : `${all.slice(0, -1).join(words.comma)}${words.and}${all[all.length - 1]}`);
  // How the players are assumed to play, with best play of the seat `hinted`. Players who play alike are named together.
  const plays = (hinted) => {
    const play = (seat) => (seat === hinted ? "best" : data.seats[seat] === "human" ? data.people : data.seats[seat]);
    const manner = (seat) => words.manners[words.alike[play(seat)] ?? play(seat)] ?? say(words.manners.other, { name: play(seat) });
    const groups = new Map();
    data.seats.forEach((_, seat) => groups.set(manner(seat), [...(groups.get(manner(seat)) ?? []), seat]));
    const phrase = ([how, group]) => say(words.playing, { who: listed(group.map(inside)), many: group.length > 1 || Chances.isYou(group[0]), how: say(how, { aim: words.aims[data.objective] }) });
    return [...groups].map(phrase);
  };
  // All that the odds assume.
  const assumes = () => {
    const cards = alone ? data.memory.map((cards) => cards ?? words.unlimited).join(words.comma) : (data.memory ?? words.unlimited);
    const memory = say(!forgets ? words.noneForgets : alone ? words.eachRemembers : words.allRemember, { cards });
    return say(words.assumes, { all: [memory, ...plays()].join(words.clause) });
  };
  // What a hint assumes for this seat.
  const hintNote = (mover) => {
    return say(data.objective === "win" ? words.hintWin : words.hintNote, { player: inside(mover), all: plays(mover).join(words.clause) });
  };

  // `renamed` is called after a person has written a name.
  const build = (renamed) => {
    parts.renamed = renamed;
    for (const [part, name] of [["odds", Words.players.odds], ["hints", words.hints], ["luck", Words.luck], ["course", Words.course], ["situation", words.situation]]) parts[part] = section(part, name);
    get("hints").parentElement.hidden = true;
    parts.assumes = assumes;
  };
  const cards = (state, known) =>
    Cards.show((place) => {
      const { now, deal } = state;
      const up = game.face(state, place);
      const taken = now.cards[place] === "taken";
      const hinted = known && now.cards[place] === "known" && !up;
      const picture = Words.pictures[deal[place] - 1];
      const what = taken ? `${picture}, ${say(words.takenBy, { player: inside(now.takers[place]) })}` : up ? picture : hinted ? say(alone ? words.rememberedBy : words.remembered, { picture, player: inside(now.moment.mover) }) : words.down;
      const open = Boolean(now.open && now.open.place === place);
      return { symbol: deal[place], up, open, hinted, taken, taker: taken ? now.takers[place] : null, what };
    });
  const hints = (list, mover) => {
    get("hints").parentElement.hidden = !list;
    if (!list) return;
    const best = list[0].worth;
    const rows = list.flatMap((hint) => {
      const same = Exact.minus(best, hint.worth).above === 0n;
      // The number of a tactic is shown with the fractions.
      const name = [hint.tactic && (forgets ? make("span", { text: `${words.strategies[hint.tactic]}: ` }) : make("span", { class: "code", text: `T${hint.tactic}: ` }))].filter(Boolean);
      const head = make("th", { scope: "row" }, make("span", { text: same ? "★ " : "" }), ...name, make("span", { text: hintWords(hint) }));
      return [make("tr", same ? { class: "best" } : {}, head, make("td", { text: Frame.rounded(hint.worth, 4) })), exactRow(2, [["", hint.worth]])];
    });
    parts.hints.replaceChildren(make("table", {}, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: hintNote(mover) }));
  };
  const hintWords = (hint) => (hint.tactic ? words[forgets ? "forgetful" : "tactics"][hint.tactic] : words.seconds[hint.name]);

  const whole = (state, known) => {
    const { now, deal } = state;
    cards(state, known);
    const taken = (seat) => make("td", { class: "taken-pairs", text: now.moment.scores[seat] });
    const expected = (seat) => [Frame.rounded(now.values[seats + 1 + seat], 2), now.values[seats + 1 + seat]];
    Chances.show({ ...now, history: game.history(state) }, game.isOver(state) ? -1 : now.moment.mover, parts, [[words.taken, taken]], [[words.inTheEnd, expected]]);
    parts.situation.replaceChildren(TablePicture.picture(now.moment.table, now.moment.scores, deal.length / 2), make("p", { class: "quiet", text: say(alone ? words.situationAlone : words.situationNote, { ...now.moment.table, player: inside(now.moment.mover), you: Chances.isYou(now.moment.mover) }) }));
  };
  return { build, whole, hints, hintWords, assumes };
})();
