// The control of the game: clicks, touches, keys, buttons and messages.
const Play = (() => {
  const { data, get, report, toggle, percent } = Frame;
  const words = Words.mines;
  const shown = { risks: false, hinted: false };
  let [first, flags, looked] = [data.seed, false, -1];
  let waits = false; // whether a hint waits for the risks of this position
  let state = null;

  const sentence = () => {
    const { now } = state;
    const last = [...state.past, now].findLast(({ move }) => move);
    if (now.won !== null) return `${now.won ? words.won : words.lost} ${Field.verdict(state)}`;
    if (!last) return words.starts;
    const { place } = last.move;
    return say(words.safe, { cell: Field.name(state, place), number: now.cells[place] });
  };
  const refresh = (text) => {
    Field.whole(state, shown, looked);
    get("told").textContent = text;
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
  };
  // Shows risks that became known later: in a hint that waited for them, in the assessment of a finished game, or in
  // the panel.
  const counted = () => {
    if (waits && state.now.position.count !== "waiting") return hint();
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
    const why = planting ? game.flag(state, place) : game.open(state, place);
    if (why) {
      get("told").textContent = words.refused[why];
      return report(words.refused[why]);
    }
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
    if (state.now.won !== null) return;
    const best = game.safest(state);
    const { count, board } = state.now.position;
    shown.hinted = best.length > 0;
    waits = !best.length && count === "waiting";
    const hidden = board.cells.filter((cell) => cell < 0).length;
    // Until the count is complete, other cells can be equally safe.
    const text = best.length === 1 || count !== "done" ? words.hinted : best.length === hidden ? words.all : words.level;
    refresh(best.length ? say(text, { cell: Field.name(state, best[0]), more: best.length - 1, risk: percent(game.least(state)) }) : words[count]);
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
  const renew = () => Frame.leave(state.past.length > 0 && state.now.won === null, again);
  const again = () => {
    const seed = first === null ? Random.fresh() : BigInt(first);
    first = null;
    looked = -1;
    unhint();
    state = game.begin(data, seed);
    Field.lay({ open: (place) => act(place, flags), flag: (place) => act(place, true), look });
    refresh(sentence());
  };
  const start = () => {
    const title = `${words.title}, ${say(words.about, data)}`;
    Frame.begin(title, [["new", renew], ["undo", undo], ["hint", hint], ["risks", risks, "false"], ["flagging", flagging, "false"]], words);
    get("keys-note").textContent = say(words.helpNote, { rule: words.rules[data.first_click] });
    Field.build();
    Background.listen(counted);
    Frame.logging(() => game.log(state), "mines.jsonl", "chancetree replay mines.jsonl");
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
