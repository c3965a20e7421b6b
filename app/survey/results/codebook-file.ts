import type { Cell } from "../../../services/kit/csv";
import type { Codebook } from "../../../services/survey/contract.analysis";

const columns = [
  { name: "variable", heading: "Variable" },
  { name: "label", heading: "Label" },
  { name: "type", heading: "Type" },
  { name: "value", heading: "Value" },
  { name: "value_label", heading: "Value label" },
  { name: "missing", heading: "Missing" },
];

/** A codebook as the rows of a file: one for each value of a variable, and one for a variable without any. */
export function codebookFile({ variables }: Codebook): {
  columns: { name: string; heading: string }[];
  rows: Cell[][];
} {
  const rows = variables.flatMap(({ name, label, type, values, missing }): Cell[][] => {
    const own = [name, label, type];
    if (values.length + missing.length === 0) return [[...own, "", "", ""]];
    return [
      ...values.map((one): Cell[] => [...own, one.value, one.label, ""]),
      ...missing.map((one): Cell[] => [...own, one.value, one.label, "yes"]),
    ];
  });
  return { columns, rows };
}
