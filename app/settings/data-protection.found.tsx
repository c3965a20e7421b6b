import { commas } from "../../rules/format";
import type { FoundData as Found } from "../../services/identity/contract.privacy";
import { type Column, Table } from "../kit/ui/table";
import { fateWords } from "./data-protection.words";

/** Kinds of data with their counts; for an erasure what is done with each, and why. */
export function FoundTable({ rows, fates }: { rows: readonly Found[]; fates: boolean }) {
  const columns: Column<Found>[] = [
    { name: "kind", label: "Kind", cardOrder: 1, cell: ({ kind }) => kind },
    {
      name: "count",
      label: "Records",
      align: "right",
      toRight: true,
      cardOrder: 2,
      cell: ({ count }) => commas(count),
    },
    ...(fates
      ? [
          { name: "fate", label: "Erasure", cardOrder: 3, cell: ({ fate }: Found) => fateWords[fate] } as const,
          { name: "why", label: "Why", wide: true, quiet: true, cardOrder: 4, cell: ({ why }: Found) => why } as const,
        ]
      : []),
  ];
  return <Table label="Data found" columns={columns} rows={rows} id={({ kind }) => kind} />;
}
