// Copies text to the clipboard, and saves files.
const Files = (() => {
  // Uses the clipboard API, or the older command where a browser denies the API to local files.
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.createElement("textarea");
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
  };
  const save = (name, type, text) => {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  };
  // Converts a title to a file name.
  const stem = (title) => title.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "").toLowerCase().slice(0, 60);
  return { copy, save, stem };
})();
