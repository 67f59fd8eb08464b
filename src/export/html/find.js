// The search: what is found, and the way from one to the next; `act` goes to a situation by a path.
const Find = (() => {
  const { count } = Data;
  let hits = [];
  let hit = -1;
  let act = () => {};

  // Every word has to occur in the words of a situation; a number alone is also that of a situation.
  const MOST_FOUND = 100;
  // Numbers are found whole: e=2 is not in e=29.
  const occurs = (text, word) => {
    const digit = (at) => text[at] >= "0" && text[at] <= "9";
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const end = at + word.length;
      if (!(digit(at) && digit(at - 1)) && !(digit(end - 1) && digit(end))) return true;
    }
    return false;
  };
  const search = () => {
    const words = Panel.get("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    hits = [];
    for (let at = 0; words.length && at < count; at++) {
      const text = `${Data.state(at)}\n${Data.label(at).join("\n")}\n${Data.cue(at)}`.toLowerCase();
      if (words.every((word) => occurs(text, word)) || (words.length === 1 && words[0] === String(at))) hits.push(at);
    }
    hit = -1;
    Draw.mark.found = new Set(hits);
    Panel.get("matches").textContent = words.length ? `${hits.length.toLocaleString("en")} found${hits.length > MOST_FOUND ? `, the first ${MOST_FOUND} listed` : ""}` : "";
    Panel.get("found").replaceChildren(
      ...hits.slice(0, MOST_FOUND).map((at) => Panel.make("li", "", Panel.button(`${Panel.title(at)}${Data.cue(at) ? ` (${Data.cue(at)})` : ""}`, () => act(Walk.pathTo(at))))),
    );
    Draw.draw();
  };
  const next = (step) => {
    if (!hits.length) return;
    hit = (hit + step + hits.length) % hits.length;
    act(Walk.pathTo(hits[hit]));
  };
  // Empties the search and says whether there was any.
  const leave = () => {
    const any = Panel.get("search").value !== "";
    Panel.get("search").value = "";
    if (any) search();
    return any;
  };
  const listen = (go) => {
    act = go;
    Panel.get("search").addEventListener("input", search);
  };
  return { listen, next, leave };
})();
