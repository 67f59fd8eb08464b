// Whose numbers these are: a value is that to whoever moves there; where the file has it for every player, one of them
// is looked at from beginning to end.
const Sides = (() => {
  const { players, mover, gain } = Data;
  const columns = Array.from({ length: players }, (_, seat) => Data.columnNamed(`value_${seat + 1}`));
  const apart = players > 1 && columns.every((column) => column >= 0);
  const relative = !apart && players > 1 && Data.columnNamed("value") >= 0;
  let chosen = 0;
  const NAMED = /^value_(\d+)$/;

  const words = (name) => {
    const seat = NAMED.exec(name);
    if (apart && seat) return `value to player ${seat[1]}`;
    return (apart || relative) && name === "value" ? "value to the mover" : name.replaceAll("_", " ");
  };
  // Whether a number is that of the player who is looked at, or of all.
  const speaksOf = (name) => {
    const seat = NAMED.exec(name);
    if (apart && seat) return Number(seat[1]) === chosen + 1;
    return !(apart || relative) || name !== "value";
  };
  // What an event itself brings, in the unit of the values; it is had before the next situation is looked at.
  const brought = (name, edge) => {
    const value = name === "value" || NAMED.test(name);
    const own = !apart || mover[Data.source[edge]] === chosen;
    return value && own && gain ? gain[edge] : 0;
  };
  // The share of each player in what a situation is worth, or the odds of each; null where there is no such number.
  const odds = Array.from({ length: players }, (_, seat) => Data.columnNamed(`win_${seat + 1}`));
  const known = odds.every((column) => column >= 0) ? odds : apart ? columns : null;
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
    // What is won by one is lost by the other: from -1 to 1.
    if (parts.some((part) => part < 0)) return parts.map((part) => (1 + part) / 2);
    const sum = parts.reduce((all, part) => all + part, 0);
    return sum > 0 ? parts.map((part) => part / sum) : null;
  };

  return {
    apart, relative, players, words, speaksOf, brought, shares,
    has: Boolean(known) || (players === 1 && value >= 0),
    get chosen() { return chosen; },
    set chosen(player) { chosen = player; },
  };
})();
