/** Tags of one account. */
export const maxTags = 500;
/** Tags of one record. A merge or a conversion may bring more: it leaves none out. */
export const maxRecordTags = 30;
export const maxTagLength = 40;

/** The name of a tag with single spaces, or why it can't be one. */
export type ReadTag = { name: string } | { reason: string };

/** Reads the name of one tag. Commas and semicolons are between tags in files. */
export function readTag(typed: string): ReadTag {
  const name = typed.normalize("NFC").trim();
  if (/[\r\n]/.test(name)) return { reason: "A tag is one line." };
  if (/[,;]/.test(name)) return { reason: "A tag has no comma and no semicolon." };
  const plain = name.replace(/\s+/g, " ");
  if (plain === "") return { reason: "Enter a tag." };
  if (plain.length > maxTagLength) return { reason: `A tag has at most ${maxTagLength} characters.` };
  if (/\p{Cc}/u.test(plain)) return { reason: "A tag has letters, digits and signs only." };
  return { name: plain };
}

/** The names in a cell of a file, with commas or semicolons between them and each once, or why they can't be tags. */
export function readTags(cell: string): { names: string[] } | { reason: string } {
  const names = new Map<string, string>();
  for (const part of cell.split(/[,;]/).filter((one) => one.trim() !== "")) {
    const read = readTag(part);
    if ("reason" in read) return { reason: `“${shorten(part.trim())}” can't be a tag. ${read.reason}` };
    const key = read.name.toLowerCase();
    if (!names.has(key)) names.set(key, read.name);
  }
  if (names.size > maxRecordTags) return { reason: `These are more than ${maxRecordTags} tags.` };
  return { names: [...names.values()] };
}

function shorten(text: string): string {
  return text.length > maxTagLength ? `${text.slice(0, maxTagLength)}…` : text;
}
