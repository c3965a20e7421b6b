import { unguarded } from "../csv";
import { plain } from "../plain";
import type { Column, Mapping } from "./columns";
import type { FilePreview } from "./open";

/** An uploaded file as its page shows it before anybody has matched the columns. */
export type FileDescription = {
  columns: { name: string; guess: string; samples: string[] }[];
  /** The first rows. */
  preview: string[][];
  /** How it is read, with titles that the database can hold. */
  mapping: Mapping;
  format: string;
};

export function describeFile(look: FilePreview): FileDescription {
  const columns = look.mapping.columns.map((column, place) => ({
    name: plain(column.title),
    guess: guessOf(column),
    samples: look.sample
      .map(({ cells }) => short(cells[place] ?? ""))
      .filter((cell) => cell !== "")
      .slice(0, 3),
  }));
  const preview = look.sample
    .slice(0, 10)
    .map(({ cells }) => look.mapping.columns.map((_, place) => short(cells[place] ?? "")));
  const mapping = {
    ...look.mapping,
    columns: look.mapping.columns.map((column) => ({ ...column, title: plain(column.title) })),
  };
  return { columns, preview, mapping, format: formatOf(look) };
}

function short(cell: string): string {
  return plain(unguarded(cell).slice(0, 200)).trim();
}

function guessOf({ role, field }: Column): string {
  return role === "field" ? `field:${field}` : role;
}

function formatOf({ format }: FilePreview): string {
  if (format.kind === "xlsx") return plain(`Excel, sheet ${format.sheet}`.slice(0, 100));
  const marks = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", "": "one column" } as const;
  return `Text, ${marks[format.delimiter]}, ${format.encoding.toUpperCase()}`;
}
