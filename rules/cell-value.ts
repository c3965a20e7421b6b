import { readFieldValue } from "./crm-fields";
import { type CellType, readValue, type TypedValue } from "./typed-value";

/** Reads a cell of a file that is not blank. The value of a field that an account added is JSON. */
export function readCell(type: CellType, cell: string): TypedValue {
  if (type.type !== "field") return readValue(type, cell);
  const read = readFieldValue(type.field, cell);
  if ("value" in read) return { value: read.value === null ? "" : JSON.stringify(read.value) };
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
  return { reason: `“${shown}”. ${read.reason.replace(/^“.*?” is/, "It is")}` };
}
