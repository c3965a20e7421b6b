import { commas } from "../../../rules/format";
import type { FoundData as Found } from "../../../services/identity/contract.privacy";
import { type Column, Table } from "../../kit/ui/table";
import { outcomeWords } from "./labels";

/** Kinds of data with their counts; for an erasure what is done with each, and why. */
export function FoundTable({ rows, outcomes }: { rows: readonly Found[]; outcomes: boolean }) {
  const columns: Column<Found>[] = [
    { name: "kind", label: "Kind", mobileOrder: 1, cell: ({ kind }) => kind },
    {
      name: "count",
      label: "Records",
      align: "right",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ count }) => commas(count),
    },
    ...(outcomes
      ? [
          {
            name: "outcome",
            label: "Erasure",
            mobileOrder: 3,
            cell: ({ outcome }: Found) => outcomeWords[outcome],
          } as const,
          {
            name: "why",
            label: "Why",
            wide: true,
            muted: true,
            mobileOrder: 4,
            cell: ({ why }: Found) => why,
          } as const,
        ]
      : []),
  ];
  return <Table label="Data found" columns={columns} rows={rows} id={({ kind }) => kind} />;
}
