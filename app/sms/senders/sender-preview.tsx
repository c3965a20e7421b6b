import { UserRound } from "lucide-react";
import { carrierFooter, withFooter } from "../../../rules/keywords";
import { countParts } from "../../../rules/segments";
import { some } from "../../kit/compose/cost-labels";

type SenderPreviewProps = { sender: string; kind: "transactional" | "promotional"; sample: string };

/** How a phone shows a message from this sender ID. */
export function SenderPreview({ sender, kind, sample }: SenderPreviewProps) {
  const text = kind === "promotional" ? withFooter(sample, carrierFooter) : sample;
  return (
    <section aria-label="Preview">
      <h3 className="label">Preview</h3>
      <div className="overflow-hidden rounded-[20px] border border-line bg-canvas">
        <div className="flex h-12 items-center gap-2.5 border-b border-line bg-surface px-4">
          <span className="face size-6!" aria-hidden="true">
            <UserRound size={14} strokeWidth={1.75} />
          </span>
          <b className="truncate text-sm font-semibold">{sender || "Sender ID"}</b>
          <span className="num ml-auto text-xs whitespace-nowrap text-quiet">
            SMS, {some(Math.max(1, countParts(text)), "part")}
          </span>
        </div>
        <div className="px-4 py-4">
          <p className="w-[94%] rounded border border-line bg-raised px-3 py-2.5 text-sm leading-5 wrap-anywhere whitespace-pre-wrap">
            {text || "Your message"}
          </p>
        </div>
      </div>
    </section>
  );
}
