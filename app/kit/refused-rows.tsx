import type { ToldRow } from "../../rules/file-import";
import { commas } from "../../rules/format";
import type { ListColumn } from "./lists/definition";

/** What a row of the list of refused rows is, as a tab and in a list. */
export const rowWords: Record<ToldRow["kind"], string> = {
  refused: "Refused",
  repeated: "Repeated",
  noted: "Imported with changes",
};

/** Headings that the file reader knows and passes over when the corrected file comes back (a test holds them together). */
export const refusedTitles = ["Refused line", "Why refused"] as const;

/** How many columns of the file are drawn until others are chosen; the export has all of them. */
const drawn = 5;

/**
 * The refused rows, and as a file to correct and send again: the line and the reason, then the columns as they were,
 * even where two have one name.
 * @param outcome with what became of each row, where they are of several kinds
 */
export function refusedColumns(names: readonly string[], outcome = false): ListColumn<ToldRow>[] {
  const [line, why] = refusedTitles;
  const kind: ListColumn<ToldRow> = {
    ...{ name: "kind", label: "Outcome", muted: true, hideOnSmall: true },
    cell: (row) => rowWords[row.kind],
  };
  return [
    {
      ...{ name: "line", label: "Line", heading: line, align: "right", alignEnd: true, cardLabel: "line" },
      ...{ mobileOrder: 2, fixed: true },
      value: (row) => row.line,
      cell: (row) => commas(row.line),
    },
    {
      ...{ name: "reason", label: "Why", heading: why, wide: true, mobileOrder: 1, fixed: true },
      value: (row) => row.reason,
      cell: (row) => <b className="font-medium">{sentence(row.reason)}</b>,
    },
    ...(outcome ? [kind] : []),
    ...names.map(
      (label, place): ListColumn<ToldRow> => ({
        ...{ name: `cell ${place}`, label, muted: true, clip: true, extra: place >= drawn },
        ...{ hideOnSmall: place > 1, mobileOrder: place === 0 ? 3 : 4 },
        value: (row) => row.cells[place],
        cell: (row) => row.cells[place] || "–",
      }),
    ),
  ];
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
