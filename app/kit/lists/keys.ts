/** The rows of the list on the page, if there is one. */
function listRows(): HTMLTableRowElement[] {
  return [...document.querySelectorAll<HTMLTableRowElement>(".list-box tbody tr")];
}

/** The row that the focus is in, or that was walked to last; -1: none yet. */
function currentRow(rows: readonly HTMLTableRowElement[]): number {
  const focused = document.activeElement?.closest<HTMLTableRowElement>(".list-box tbody tr");
  return focused ? rows.indexOf(focused) : rows.findIndex((row) => row.hasAttribute("data-current"));
}

function walkTo(rows: readonly HTMLTableRowElement[], at: number): void {
  const row = rows[at];
  if (!row) return;
  for (const other of rows) other.removeAttribute("data-current");
  row.setAttribute("data-current", "");
  const own =
    row.querySelector<HTMLElement>("a[data-row]") ?? row.querySelector<HTMLElement>("a[href], summary, input");
  own?.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

/**
 * `j` and `k` walk down and up the rows of a list and `x` ticks one; Enter opens the row, since its link has the focus.
 * Answers whether the key meant something.
 */
export function pressOnList(key: string): boolean {
  if (key !== "j" && key !== "k" && key !== "x") return false;
  const rows = listRows();
  if (rows.length === 0) return false;
  const now = currentRow(rows);
  if (key !== "x") {
    walkTo(rows, Math.min(rows.length - 1, Math.max(0, now + (key === "j" ? 1 : -1))));
    return true;
  }
  const box = rows[now]?.querySelector<HTMLInputElement>('input[type="checkbox"][name="ids"]');
  box?.click();
  return box !== null && box !== undefined;
}
