// The perspective of values. A value is the mover's; if the file has values for every player, the page shows those of
// one chosen player throughout.
const Perspective = (() => {
  const { players, mover, gain } = Data;
  const columns = Array.from({ length: players }, (_, seat) => Data.columnNamed(`value_${seat + 1}`));
  const hasPlayerValues = players > 1 && columns.every((column) => column >= 0);
  const relative = !hasPlayerValues && players > 1 && Data.columnNamed("value") >= 0;
  let chosen = 0;
  const NAMED = /^value_(\d+)$/;

  const NAMES = {
    family: "game", mover: "player to move", layer: "layer of the graph", difference: "difference from the best", lead: "lead of the mover", low: "lowest possible number", high: "highest possible number",
    opened: "cells opened", turned: "cards turned before", singles: "single known cards", half_known: "half known pairs", unknown: "unknown pairs",
    what: "kind", taken: "best action", ply: "steps before, at most", visits: "expected visits", ties: "positions with equally good actions", error: "bound on the error of each value",
  };
  const words = (name) => {
    const seat = NAMED.exec(name);
    if (hasPlayerValues && seat) return `value to ${Data.playerName(seat[1] - 1)}`;
    if ((hasPlayerValues || relative) && name === "value") return "value to the mover";
    const [, kind, player] = /^(win|score)_(\d+)$/.exec(name) ?? [];
    if (kind) return `${Data.playerName(player - 1)}${kind === "win" ? " wins" : ": points"}`;
    return NAMES[name] ?? name.replaceAll("_", " ");
  };
  // Returns whether a number belongs to the chosen player, or to no single player.
  const isShown = (name) => {
    const seat = NAMED.exec(name);
    if (hasPlayerValues && seat) return Number(seat[1]) === chosen + 1;
    return !(hasPlayerValues || relative) || name !== "value";
  };
  // The payoff of an event as text, in the unit of the values. It is not included in the value of the next situation.
  const eventPayoff = (name, edge) => {
    const value = name === "value" || NAMED.test(name);
    const own = !hasPlayerValues || mover[Data.source[edge]] === chosen;
    return value && own ? gain(edge) : "0";
  };
  // The odds of each player, or the players' shares of the value of a situation; null if there are no such numbers.
  const odds = Array.from({ length: players }, (_, seat) => Data.columnNamed(`win_${seat + 1}`));
  const known = odds.every((column) => column >= 0) ? odds : hasPlayerValues ? columns : null;
  const drawn = Data.columnNamed("draw");
  const value = Data.columnNamed("value");
  const shares = (node) => {
    if (Data.isEnd(node)) return null;
    if (!known) {
      if (players > 1 || value < 0 || Data.spread(value).least < 0 || Data.spread(value).most > 1) return null;
      return [Data.cell(value, node), 1 - Data.cell(value, node)];
    }
    const parts = known.map((column) => Data.cell(column, node));
    if (known === odds) return drawn < 0 ? parts : [...parts, Data.cell(drawn, node)];
    // Zero-sum values from -1 to 1.
    if (parts.some((part) => part < 0)) return parts.map((part) => (1 + part) / 2);
    const sum = parts.reduce((all, part) => all + part, 0);
    return sum > 0 ? parts.map((part) => part / sum) : null;
  };

  return {
    hasPlayerValues, players, words, isShown, eventPayoff, shares,
    has: Boolean(known) || (players === 1 && value >= 0),
    get chosen() { return chosen; },
    set chosen(player) { chosen = player; },
  };
})();
