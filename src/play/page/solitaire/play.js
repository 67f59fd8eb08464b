// The display and the controls of solitaire.
const Play = (() => {
  const { data, get, make, draw, section, report, announce, percent, numberRows } = Frame;
  const words = Words.solitaire;
  const parts = {};
  let [pairs, first, known] = [data.pairs, data.seed, false];
  let [state, id] = [null, ""];

  const picture = (place) => Words.pictures[state.deal[place] - 1];
  const sentence = () => {
    const { last, turns } = state.now;
    if (!last) return words.starts;
    if (!game.isOver(state)) return say(words[last.what], { picture: picture(last.place), turn: turns });
    const chances = Turns.chances({ known: 0, half: 0, unknown: pairs }, 0);
    const of = (test) => percent([...chances].filter(([number]) => test(number)).reduce((sum, [, chance]) => Exact.plus(sum, chance), Exact.zero));
    return `${say(words.over, { turns })} ${say(words.better, { fewer: of((number) => number < turns), same: of((number) => number === turns), more: of((number) => number > turns) })}`;
  };
  const table = () => {
    const { now, deal } = state;
    Cards.show((place) => {
      const taken = now.cards[place] === "collected";
      const up = game.face(state, place) && !(taken && game.isOver(state));
      const hinted = known && now.cards[place] === "turned" && !up;
      const name = picture(place);
      const what = taken ? say(words.collected, { picture: name }) : up ? name : hinted ? say(words.remembered, { picture: name }) : words.down;
      return { symbol: deal[place], up, open: Boolean(now.open && now.open.place === place), hinted, taken, taker: null, what };
    });
  };
  const odds = () => {
    const { now } = state;
    const [turns, lucky] = now.values;
    const played = [numberRows(words.turns, String(now.turns)), numberRows(words.luckyTurns, String(now.lucky))];
    const [expected, luckyExpected] = [numberRows(words.expected, Frame.rounded(turns, 3), turns), numberRows(words.luckyExpected, Frame.rounded(lucky, 3), lucky)];
    // Nothing is expected any more after the end.
    const rows = game.isOver(state) ? played : [played[0], expected, played[1], luckyExpected, numberRows(words.left, String(Turn.pairs(now.table)))];
    parts.odds.replaceChildren(make("table", { id: "chances" }, make("tbody", {}, ...rows.flat())));
  };
  // The distribution of the number of turns: of optimal play from the start, and of this game from now on.
  const spread = () => {
    const all = Turns.chances({ known: 0, half: 0, unknown: pairs }, 0);
    const own = Turns.chances(state.now.table, state.now.turns);
    const numbers = [...new Set([...all.keys(), ...own.keys()])].sort((a, b) => a - b);
    const size = (chance) => (chance ? Number(Exact.decimal(chance, 9)) : 0);
    const most = Math.max(...numbers.map((number) => Math.max(size(all.get(number)), game.isOver(state) ? 0 : size(own.get(number)))));
    const [wide, high, low] = [340, 130, 16];
    const step = wide / numbers.length;
    const every = Math.ceil(numbers.length / 12);
    const shapes = numbers.flatMap((number, at) => {
      const bar = (chance, kind, inset) => {
        const tall = ((high - low) * Math.min(size(chance), most)) / most;
        const rect = draw("rect", { class: kind, x: at * step + inset, y: high - low - tall, width: Math.max(1, step - 2 * inset), height: tall });
        const title = draw("title");
        title.textContent = say(words.bar, { turns: number, chance: percent(chance || Exact.zero, 2) });
        rect.append(title);
        return rect;
      };
      const text = draw("text", { x: (at + 0.5) * step, y: high - 3 });
      text.textContent = at % every ? "" : number;
      return [bar(all.get(number), "best", step * 0.08), bar(own.get(number), "own", step * 0.3), text];
    });
    const label = `${words.distributionNote} ${say(words.spoken, { turns: Frame.rounded(state.now.values[0], 2) })}`;
    parts.spread.replaceChildren(draw("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": label }, ...shapes), make("p", { class: "quiet", text: words.distributionNote }));
  };
  const luck = () => {
    const { meter } = state.now;
    const signed = (value) => Frame.signed(Frame.rounded(value, 3));
    const rows = [[Words.lastCard.solitaire, meter.last], [Words.byLuck, meter.luck], [Words.byChoice, meter.choice]].flatMap(([label, values]) => numberRows(label, signed(values[0]), values[0]));
    parts.luck.replaceChildren(make("table", { id: "meter" }, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: words.luckNote }));
  };
  const memory = () => {
    const games = SavedGames.all();
    const { turns, all } = Fit.estimates(games);
    const head = make("thead", {}, make("tr", {}, make("td"), ...[words.estimate, words.interval].map((text) => make("th", { scope: "col", text }))));
    const range = (interval) => make("td", { text: interval ? interval.map((end) => end.toFixed(3)).join(" – ") : "" });
    const rows = all.flatMap(({ name, value, interval }) => numberRows(name, value ? Frame.rounded(value, 3) : words.noTrial, value, range(interval)));
    parts.memory.replaceChildren(make("table", { id: "recall" }, head, make("tbody", {}, ...rows)), make("p", { class: "quiet", text: say(words.memoryNote, { turns, games: games.length }) }));
  };
  const situation = () => {
    const { table } = state.now;
    parts.situation.replaceChildren(TablePicture.picture(table, [pairs - Turn.pairs(table)], pairs), make("p", { class: "quiet", text: say(words.situationNote, table) }));
  };
  const refresh = (text) => {
    SavedGames.keep({ id, pairs, steps: game.steps(state) });
    [table, odds, spread, luck, memory, situation].forEach((show) => show());
    get("message").textContent = text;
    get("undo").disabled = !state.past.length;
    Object.assign(document.body.dataset, { steps: state.past.length, over: game.isOver(state) ? "1" : "", won: game.isOver(state) ? "1" : "" });
    Frame.offer(game.isOver(state) ? Words.playAgain : "", again);
    report(game.isOver(state) ? text : `${text} ${say(words.spoken, { turns: Frame.rounded(state.now.values[0], 2) })}`);
  };
  const playing = () => state.past.length > 0 && !game.isOver(state);
  const renew = () => Frame.leave(playing(), again);
  const turn = (place) => {
    Cards.focus(place, false);
    const why = game.turn(state, place);
    if (why) return announce(words.refused[why]);
    refresh(sentence());
    if (game.isOver(state)) Frame.celebrate(data.colours);
  };
  const undo = () => {
    if (!state.past.length) return;
    game.undo(state);
    refresh(sentence());
  };
  const hint = () => {
    if (game.isOver(state)) return announce(words.refused.over);
    const place = game.hint(state);
    if (place === null) return announce(words.hintNew);
    announce(state.now.open ? words.hintMate : say(words.hintTake, { picture: picture(place) }));
    Cards.focus(place);
  };
  const show = () => {
    known = !known;
    Cards.known(known, state.now.cards);
    table();
  };
  const again = () => {
    const seed = first === null ? Random.fresh() : BigInt(first);
    first = null;
    const title = `${words.title}, ${say(Words.aboutPairs, { pairs })}`;
    document.title = title;
    get("title").textContent = title;
    state = game.begin(seed, Random.shuffled(pairs, seed));
    id = `${Date.now()}-${seed}`;
    Cards.lay(2 * pairs, turn);
    refresh(sentence());
  };
  // The finished games in the format of `chancetree fit solitaire`.
  const whole = () => {
    const games = SavedGames.all().filter(({ pairs, steps }) => steps.filter(({ first, second }) => first.slice(0, -1) === second.slice(0, -1)).length === pairs);
    return games.flatMap(({ steps }, at) => steps.map(({ turn, first, second }) => JSON.stringify({ game: at + 1, turn, first, second }))).join("\n") + "\n";
  };
  const start = () => {
    Frame.begin(words.title, [["new", renew], ["undo", undo], ["hint", hint], ["known", show, "false"]], words, playing);
    get("keys-note").textContent = words.helpNote;
    Cards.choice(data.pairs, playing, (many) => {
      pairs = many;
      again();
    });
    for (const [part, name] of [["odds", words.odds], ["spread", words.distribution], ["luck", Words.luck], ["memory", words.memory], ["situation", words.situation]]) parts[part] = section(part, name);
    Frame.logging(() => game.log(state), "solitaire.jsonl", "chancetree fit solitaire solitaire.jsonl");
    const save = make("button", { type: "button", id: "save-all", text: words.saveAll });
    save.addEventListener("click", () => Files.save("games.jsonl", "application/jsonl", whole()));
    const forget = make("button", { type: "button", id: "forget", text: words.forget });
    const forgetAll = () => {
      SavedGames.forget();
      again();
      report(words.forgotten);
    };
    forget.addEventListener("click", () => Frame.leave(SavedGames.all().length > 0, forgetAll, undefined, words.forgetting));
    get("log").firstChild.append(save, forget);
    Cards.begin();
    again();
    window.addEventListener("storage", memory);
    document.body.dataset.ready = "1";
  };
  return { start, whole, get state() { return state; } };
})();

Play.start();
