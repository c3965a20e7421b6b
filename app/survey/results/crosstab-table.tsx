import { commas } from "../../../rules/format";
import { maxAnswerFilters } from "../../../rules/survey/answer-groups";
import type { Crosstab } from "../../../services/survey/contract.analysis";
import { href, type Query } from "../../href";
import { Link } from "../../kit/ui/link";
import { filterQuery } from "./filter-chips";

type TableProps = { uuid: string; table: NonNullable<Crosstab["table"]>; filters: Query };

/** How many responses are in each pair of answers, each a link to them, with its share of the row and of the column. */
export function CrosstabTable({ uuid, table: { rows, columns, cells, answered }, filters }: TableProps) {
  const before = filters.answers ? String(filters.answers).split(",") : [];
  const to = (...cell: string[]) => {
    const answers = [...new Set([...before, ...cell])];
    // More than the list can be filtered by: it would show all.
    if (answers.length > maxAnswerFilters) return undefined;
    return href("/survey/:uuid/responses", { uuid }, { ...filterQuery(filters), answers: answers.join(",") });
  };
  const row = (at: number) => `${rows.key}:${rows.groups[at]?.key}`;
  const column = (at: number) => `${columns.key}:${columns.groups[at]?.key}`;
  return (
    <section
      className="list-box overflow-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe scrollable-region-focusable)
      tabIndex={0}
      aria-label="Cross-tab"
    >
      <table className="w-full">
        <caption className="sr-only">
          {rows.label} by {columns.label}
        </caption>
        <thead>
          <tr className="border-b border-line align-bottom">
            <th scope="col" className="min-w-40 p-3 text-left text-sm font-normal text-quiet wrap-anywhere">
              {rows.label}
            </th>
            {columns.groups.map(({ key, label }) => (
              <th key={key} scope="col" className="min-w-24 p-3 text-right font-medium wrap-anywhere">
                {label}
              </th>
            ))}
            <th scope="col" className="p-3 text-right font-medium">
              n
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.groups.map(({ key, label }, at) => (
            <tr key={key} className="border-b border-line align-top">
              <th scope="row" className="p-3 text-left font-normal wrap-anywhere">
                {label}
              </th>
              {columns.groups.map((group, place) => (
                <td key={group.key} className="num p-3 text-right">
                  <Cell
                    count={cells[at]?.[place] ?? 0}
                    ofRow={rows.totals[at] ?? 0}
                    ofColumn={columns.totals[place] ?? 0}
                    to={to(row(at), column(place))}
                  />
                </td>
              ))}
              <td className="num p-3 text-right">{rows.totals[at] ? commas(rows.totals[at] ?? 0) : ""}</td>
            </tr>
          ))}
          <tr className="align-top">
            <th scope="row" className="p-3 text-left font-medium">
              n
            </th>
            {columns.groups.map(({ key }, place) => (
              <td key={key} className="num p-3 text-right">
                {columns.totals[place] ? commas(columns.totals[place] ?? 0) : ""}
              </td>
            ))}
            <td className="num p-3 text-right font-semibold">{commas(answered)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** A share in whole per cent. */
export function percent(count: number, of: number): number {
  return of === 0 ? 0 : Math.round((count / of) * 100);
}

function Cell({
  count,
  ofRow,
  ofColumn,
  to,
}: {
  count: number;
  ofRow: number;
  ofColumn: number;
  to: string | undefined;
}) {
  if (count === 0) return null;
  return (
    <>
      {to ? (
        <Link className="link inline-block min-h-6 min-w-6 font-medium" to={to}>
          {commas(count)}
        </Link>
      ) : (
        commas(count)
      )}
      <span className="block text-xs text-quiet whitespace-nowrap">{percent(count, ofRow)}% of row</span>
      <span className="block text-xs text-quiet whitespace-nowrap">{percent(count, ofColumn)}% of column</span>
    </>
  );
}
