// The rows, columns and mines of the usual levels.
const LEVELS = { beginner: [9, 9, 10], intermediate: [16, 16, 40], expert: [16, 30, 99] };

// The control of the game: clicks, touches, keys, buttons and messages.
const Play = (() => {
  const { data, get, make, report, toggle, percent } = Frame;
  const words = Words.mines;
  const shown = { risks: false, hinted: false };
  let [first, flags, looked] = [data.seed, false, -1];
  let waits = false; // whether a hint waits for the risks of this position
  let state = null;

  const sentence = () => {
    const { now } = state;
    const last = [...state.past, now].findLast(({ move }) => move);
    if (now.won !== null) return `${now.won ? say(words.won, { time: Clock.text() }) : words.lost} ${Field.verdict(state)}`;
    if (!last) return words.starts;
    const { place, position } = last.move;
    const opened = last.cells.filter((cell, at) => cell >= 0 && position.board.cells[at] < 0).length;
    return say(opened > 1 ? words.opened : words.safe, { cell: Field.name(state, place), number: now.cells[place], opened });
  };
  const refresh = (text) => {
    get("left").textContent = say(words.flagsLeft, { left: game.unflagged(state) });
    Clock.run(state.now.mined !== null, state.now.won !== null);
    Field.whole(state, shown, looked);
    get("message").textContent = text;
    get("undo").disabled = !state.past.length;
    Object.assign(document.body.dataset, { steps: state.past.length, over: state.now.won === null ? "" : "1", won: state.now.won ? "1" : "" });
    Frame.offer(state.now.won === null ? "" : Words.playAgain, again);
    report(text);
    count();
  };
  // Counts the risks that were too expensive to count at once.
  const count = () => {
    const positions = game.waiting(state);
    document.body.dataset.counting = positions.length || "";
    Background.want(positions);
    // The verdict on a finished game asks whether the advice prefers the clicks that were riskier than the safest cell.
    const unadvised = state.now.won !== null && game.unadvised(state);
    if (unadvised) Background.look(unadvised);
  };
  // Shows risks that became known later: in a hint that waited for them, in the assessment of a finished game, or in
  // the panel.
  const counted = () => {
    if (waits && state.now.position.count !== "waiting") return hint();
    if (shown.hinted && looks() && state.now.won === null) return hint();
    if (state.now.won !== null) return refresh(sentence());
    Field.whole(state, shown, looked);
    return count();
  };
  const focus = (place, move = true) => {
    Field.cells().forEach((cell, at) => cell.setAttribute("tabindex", at === place ? "0" : "-1"));
    looked = place;
    if (move) Field.cells()[place].focus();
  };
  const unhint = () => {
    shown.hinted = false;
    waits = false;
  };
  const act = (place, planting) => {
    focus(place, false);
    unhint();
    const number = state.now.cells[place];
    const why = planting ? game.flag(state, place) : number > 0 ? game.chord(state, place) : game.open(state, place);
    if (why) return Frame.announce(say(words.refused[why], { number }));
    if (state.now.won !== null) Clock.run(true, true);
    const flag = state.now.cells[place] === game.FLAG ? words.planted : words.taken;
    refresh(planting ? say(flag, { cell: Field.name(state, place) }) : sentence());
    if (state.now.won) Frame.celebrate(data.colours);
  };
  const look = (place) => {
    looked = place;
    Field.cell(state, place, shown.risks);
  };
  const undo = () => {
    if (!state.past.length) return;
    unhint();
    game.undo(state);
    refresh(sentence());
  };
  const hint = () => {
    if (state.now.won !== null) return report(words.refused.over);
    const best = game.safest(state);
    const { count } = state.now.position;
    shown.hinted = best.length > 0;
    waits = !best.length && count === "waiting";
    const sure = best.length > 0 && game.least(state).above === 0n;
    if (best.length && !sure) Background.look(state.now.position);
    refresh(!best.length ? words[count] : sure ? certain(best) : ranked(best));
  };
  // Whether the requested advice has arrived.
  const looks = () => state.now.position.advice !== undefined && state.now.position.advice !== "waiting";
  // The hint on cells that are certainly safe. The rule for the first click can make every cell safe.
  const certain = (best) => {
    if (state.now.mined === null) return words.rules[data.first_click];
    return say(best.length === 1 ? words.sureOne : words.sure, { cell: Field.name(state, best[0]), count: best.length });
  };
  // The hint where no cell is certainly safe: by the advice, or by risk while there is none.
  const ranked = (best) => {
    const advised = game.advised(state);
    const hidden = state.now.cells.filter((cell) => cell < 0).length;
    if (!advised) {
      const text = best.length === hidden ? words.all : best.length === 1 ? words.hinted : words.level;
      const risk = say(text, { cell: Field.name(state, best[0]), more: best.length - 1, risk: percent(game.least(state)) });
      return state.now.position.advice === "waiting" ? `${risk} ${words.looking}` : risk;
    }
    const { isExact, first, places } = advised;
    const cell = say(places.length > 1 ? words.several : words.single, { cell: Field.name(state, first.place), more: places.length - 1 });
    return say(isExact ? words.wins : words.estimated, { cell, chance: isExact ? percent(first.win) : "", risk: percent(game.riskAt(state, first.place)) });
  };
  const risks = () => {
    shown.risks = !shown.risks;
    toggle("risks", shown.risks);
    Field.whole(state, shown, looked);
    report(shown.risks ? words.risksOn : words.risksOff);
  };
  const flagging = () => {
    flags = !flags;
    toggle("flagging", flags);
    report(flags ? words.flagsOn : words.flagsOff);
  };
  const playing = () => state.past.length > 0 && state.now.won === null;
  const renew = () => Frame.leave(playing(), again);
  const again = () => {
    const seed = first === null ? Random.fresh() : BigInt(first);
    first = null;
    looked = -1;
    unhint();
    Clock.reset();
    const title = `${words.title}, ${say(words.about, data)}`;
    document.title = title;
    get("title").textContent = title;
    state = game.begin(data, seed);
    Field.lay({ open: (place) => act(place, flags), flag: (place) => act(place, true), look });
    refresh(sentence());
  };
  // The choice of the board: the board of the page and the usual levels.
  const levels = () => {
    const text = (size) => say(words.about, size);
    const own = { rows: data.rows, cols: data.cols, mines: data.mines };
    const named = Object.entries(LEVELS).map(([name, [rows, cols, mines]]) => ({ rows, cols, mines, name: words.levels[name] }));
    const all = named.some((level) => text(level) === text(own)) ? named : [{ ...own, name: text(own) }, ...named];
    const select = make("select", { id: "level", "aria-label": words.levelName }, ...all.map((level, at) => make("option", { value: at, text: level.name, title: text(level) })));
    let chosen = all.findIndex((level) => text(level) === text(own));
    select.value = chosen;
    select.addEventListener("change", () =>
      Frame.leave(
        playing(),
        () => {
          chosen = Number(select.value);
          const { rows, cols, mines } = all[chosen];
          Object.assign(data, { rows, cols, mines });
          again();
        },
        () => (select.value = chosen),
      ),
    );
    get("new").before(select);
  };
  const start = () => {
    const zoom = [["smaller", () => Field.zoom(0.8, looked)], ["larger", () => Field.zoom(1.25, looked)]];
    Frame.begin(words.title, [["new", renew], ["undo", undo], ["hint", hint], ["risks", risks, "false"], ["flagging", flagging, "false"], ...zoom], words, playing);
    get("strip").append(make("div", { class: "counters" }, make("span", { id: "left" }), make("span", { id: "clock", role: "timer" })));
    levels();
    get("keys-note").textContent = say(words.helpNote, { rule: words.rules[data.first_click] });
    Field.build();
    Background.listen(counted);
    Frame.logging(() => game.log(state), "mines.jsonl", "chancetree replay mines.jsonl");
    const copy = make("button", { type: "button", id: "copy-board", title: words.copyBoardTitle, text: words.copyBoard });
    copy.addEventListener("click", () => {
      Files.copy(game.text(state));
      report(words.boardCopied);
    });
    get("log").firstChild.append(copy);
    get("board").addEventListener("keydown", (event) => {
      const place = Field.cells().indexOf(event.target);
      if (place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === " ") {
        event.preventDefault();
        return act(place, true);
      }
      if (!/^(Arrow|Home|End)/.test(event.key)) return;
      event.preventDefault();
      focus(Frame.walk(data.cols, Field.cells().length, place, event.key));
    });
    window.addEventListener("resize", Field.fit);
    again();
    document.body.dataset.ready = "1";
  };
  return { start, get state() { return state; } };
})();

Play.start();
