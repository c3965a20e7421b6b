import { CircleCheck } from "lucide-react";
import { timeSpan } from "../inbox/labels";
import type { Gap } from "./thread-items";

/** After an absence: how much came in meanwhile, and that nothing is missing. */
export function CaughtUp({ gap, zone, onDismiss }: { gap: Gap; zone: string; onDismiss(): void }) {
  return (
    <div
      role="status"
      className="flex shrink-0 items-start gap-2 border-b border-line bg-good-soft px-4 py-2 text-sm text-good"
    >
      <CircleCheck size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          You were offline; {gap.count} {gap.count === 1 ? "message" : "messages"} caught up.
        </p>
        <p className="num mt-0.5 flex text-xs">
          Away {timeSpan(gap, zone)}, none missing.
          <button type="button" className="ml-auto font-medium underline" onClick={onDismiss}>
            Dismiss
          </button>
        </p>
      </div>
    </div>
  );
}
