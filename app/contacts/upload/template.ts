/** What an example row says in the columns that every contact file may have. */
const examples: Record<string, string> = {
  phone: "0712345678",
  name: "Wanjiku Kamau",
  first_name: "Wanjiku",
  last_name: "Kamau",
  email: "wanjiku@example.com",
};

/**
 * A file to begin with, as a link that needs no server: the columns a contact file may have, and one example row.
 * The byte order mark lets Excel read names right. Columns are plain words of our own, so nothing needs quoting.
 */
export function templateLink(columns: readonly string[]): string {
  const line = (cells: readonly string[]) => `${cells.join(",")}\r\n`;
  const text = line(columns) + line(columns.map((column) => examples[column] ?? ""));
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${text}`)}`;
}
