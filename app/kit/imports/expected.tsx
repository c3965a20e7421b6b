import { Info, TriangleAlert } from "lucide-react";
import { commas } from "../../../rules/format";
import { countLabel } from "./import-labels";

type Expected = {
  rows: number;
  refused: number;
  repeated: number;
  noted: number;
  whole: boolean;
  problem: string;
};

/** What the whole file comes to, counted at the upload with the guessed columns. */
export function WholeFile({ expected, changed }: { expected: Expected; changed: boolean }) {
  const { rows, refused, repeated, noted, whole, problem } = expected;
  if (problem)
    return (
      <p className="card flex gap-2.5 p-4" role="alert">
        <TriangleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">This file cannot be imported. {problem}</span>
      </p>
    );
  const bad = [
    ...(refused > 0 ? [`${commas(refused)} will be refused`] : []),
    ...(repeated > 0 ? [`${countLabel(repeated, "repeats", "repeat")} a number that is in the file already`] : []),
    ...(noted > 0 ? [`${commas(noted)} will be imported with a change, such as a long value cut`] : []),
  ];
  return (
    <p className="card flex gap-2.5 p-4">
      <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      <span>
        <b className="font-semibold">
          {whole ? "The whole file: " : "The first rows: "}
          {commas(rows - refused - repeated)} of {countLabel(rows, "row")} can be imported.
        </b>{" "}
        {bad.length > 0 && `${sentence(bad)}. `}
        {!whole && "The file is long: the import counts the rest. "}
        {changed && "Counted with the columns as they were guessed."}
      </span>
    </p>
  );
}

function sentence(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
