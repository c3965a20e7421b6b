import type { SelectHTMLAttributes } from "react";
import { Card, CardHead } from "../ui/card";
import { type Choice, Select } from "../ui/field";

type FileColumn = { name: string; guess: string; samples: string[] };
type ColumnField = Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "children"> & {
  id: string;
  errors: readonly string[] | undefined;
};
type ColumnsCardProps = {
  /** The columns of the file. */
  columns: readonly FileColumn[];
  /** The field of each, in the same order. */
  fields: readonly ColumnField[];
  choicesFor(column: FileColumn, place: number): Choice[];
};

/** What each column of a file is, with the first things in it. */
export function ColumnsCard({ columns, fields, choicesFor }: ColumnsCardProps) {
  return (
    <Card label="Columns">
      <CardHead title="Columns" count={String(columns.length)} unit="in the file" />
      <ul className="divide-y divide-line">
        {fields.map(({ errors, ...field }, place) => {
          const column = columns[place];
          if (!column) return null;
          return (
            <li key={field.id} className="p-4 max-md:py-3">
              <Select
                label={column.name}
                {...field}
                className="grid gap-x-4 sm:grid-cols-2 sm:[&>.relative]:row-span-2 sm:[&>.relative]:self-start"
                {...(errors === undefined ? {} : { errors })}
                choices={choicesFor(column, place)}
                help={<span className="block truncate">{column.samples.join(" · ") || "Empty in the first rows"}</span>}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
