import { DateTime } from "../../kit/date-time";
import { fieldWords } from "../kit/labels";
import type { ShownConflict } from "./ticket.server";

/** Who changed the same field meanwhile, and when; what was typed stands below, and a second save overwrites. */
export function Conflicts({ conflicts, zone }: { conflicts: readonly ShownConflict[]; zone: string }) {
  if (conflicts.length === 0) return null;
  return (
    <div className="rounded border border-warn bg-warn-soft p-3" role="alert">
      <h3 className="font-semibold">Someone saved before you</h3>
      <ul className="mt-1 grid gap-1">
        {conflicts.map(({ field, yours, theirs, by, at }) => (
          <li key={field} className="wrap-anywhere">
            <b className="font-medium">{fieldWords[field] ?? field}</b>: {by} set {theirs || "nothing"} at{" "}
            <DateTime at={at} zone={zone} />; you chose {yours || "nothing"}.
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm">Your choice is kept below. Save again to overwrite theirs.</p>
    </div>
  );
}
