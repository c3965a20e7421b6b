import type { Cell } from "../../../services/kit/csv";
import type { Crosstab } from "../../../services/survey/contract.analysis";
import { percent } from "./crosstab-table";

/** A cross-tab as the rows of a file: for each row its counts, n, its shares of the row and its shares of the columns. */
export function crosstabFile({ table }: Crosstab): {
  columns: { name: string; heading: string }[];
  rows: Cell[][];
} {
  if (!table) return { columns: [{ name: "answer", heading: "Answer" }], rows: [] };
  const { rows, columns, cells, answered } = table;
  const labels = columns.groups.map(({ label }) => label);
  const heads = [
    { name: "answer", heading: `${rows.label} by ${columns.label}` },
    ...labels.map((label, at) => ({ name: `count_${at + 1}`, heading: label })),
    { name: "n", heading: "n" },
    ...labels.map((label, at) => ({ name: `row_percent_${at + 1}`, heading: `${label}, % of row` })),
    ...labels.map((label, at) => ({ name: `column_percent_${at + 1}`, heading: `${label}, % of column` })),
  ];
  const shown = (count: number) => (count === 0 ? "" : count);
  const share = (count: number, of: number) => (count === 0 ? "" : percent(count, of));
  const lines = rows.groups.map(({ label }, at): Cell[] => {
    const counts = columns.groups.map((_, place) => cells[at]?.[place] ?? 0);
    const total = rows.totals[at] ?? 0;
    return [
      label,
      ...counts.map(shown),
      shown(total),
      ...counts.map((count) => share(count, total)),
      ...counts.map((count, place) => share(count, columns.totals[place] ?? 0)),
    ];
  });
  const totals: Cell[] = ["n", ...columns.totals.map(shown), answered];
  return { columns: heads, rows: [...lines, [...totals, ...labels.flatMap(() => ["", ""])]] };
}
