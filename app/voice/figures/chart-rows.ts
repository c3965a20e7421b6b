import { noSums } from "../../../rules/voice-metrics";
import type { FigureRow } from "../../../services/voice/contract.reports";

/** Rows of days, hours or half hours with those between in which nothing was: an axis of time leaves none out. */
export function chartRows(rows: readonly FigureRow[]): readonly FigureRow[] {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return rows;
  const known = new Map(rows.map((row) => [row.key, row]));
  const all: FigureRow[] = [];
  for (let key: string | undefined = first.key; key !== undefined && key <= last.key; key = following(key))
    all.push(known.get(key) ?? { key, label: key, sums: noSums });
  return all;
}

function following(key: string): string | undefined {
  const two = (value: number) => String(value).padStart(2, "0");
  if (/^\d{4}-\d\d-\d\d$/.test(key)) {
    const day = new Date(`${key}T12:00:00Z`);
    day.setUTCDate(day.getUTCDate() + 1);
    return day.toISOString().slice(0, 10);
  }
  const [hour = "", minute] = key.split(":");
  if (minute === undefined) return two(Number(hour) + 1);
  return minute === "00" ? `${hour}:30` : `${two(Number(hour) + 1)}:00`;
}
