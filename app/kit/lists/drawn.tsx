import type { z } from "zod";
import { commas } from "../../../rules/format";
import type { Cell } from "../../../services/kit/csv";
import { DateTime } from "../date-time";
import type { Column } from "../ui/table";
import type { ListColumn, ListDefinition } from "./definition";
import { sortLink } from "./query";
import { SelectAll, Tick } from "./ticks";

type ColumnOptions = {
  shown: readonly string[];
  search: Record<string, unknown>;
  address: string;
  ticks: boolean;
  zone: string;
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

/** An exported value as a page shows it. */
function Plain({ value, zone }: { value: Cell; zone: string }) {
  if (value === null || value === undefined || value === "") return "–";
  if (value instanceof Date) return <DateTime at={value.toISOString()} zone={zone} />;
  if (typeof value === "number" || typeof value === "bigint") return commas(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return instant.test(value) ? <DateTime at={value} zone={zone} /> : value;
}

/** The columns of the table: the chosen ones in their order, with ticks before them and links in their heads. */
export function drawnColumns<S extends z.ZodObject, R, F>(
  list: ListDefinition<S, R, F>,
  columns: readonly ListColumn<R>[],
  { shown, search, address, ticks, zone }: ColumnOptions,
): Column<R>[] {
  const chosen = shown.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const drawn = chosen.map(({ value, cell, sort, heading, fixed, extra, firstInFiles, ...column }): Column<R> => {
    const plain = value && ((row: R) => <Plain value={value(row)} zone={zone} />);
    return {
      ...column,
      // A column that somebody chose is not left out of a narrow window.
      ...(extra ? { hideOnSmall: true } : {}),
      cell: cell ?? plain ?? (() => "–"),
      ...(sort ? { sort: sortLink(sort, search.sort, address) } : {}),
    };
  });
  if (!ticks) return drawn;
  const tick: Column<R> = {
    name: "tick",
    label: "Select",
    head: <SelectAll />,
    alignEnd: true,
    mobileOrder: 6,
    cell: (row) => <Tick key={list.version?.(row)} id={list.id(row)} called={list.called?.(row) ?? list.id(row)} />,
  };
  return [tick, ...drawn];
}
