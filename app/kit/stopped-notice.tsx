import { CircleAlert } from "lucide-react";

/** Work that stopped by itself: why, and what resuming does. */
export function StoppedNotice({ text }: { text: string }) {
  return (
    <div className="flex gap-2.5 rounded border border-warn bg-surface p-4" role="alert">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="font-semibold">It stopped automatically</h2>
        <p className="text-quiet">{text}</p>
      </div>
    </div>
  );
}
