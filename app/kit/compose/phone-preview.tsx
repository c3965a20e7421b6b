import { ChevronLeft, ChevronRight, UserRound } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { showPhone } from "../../../rules/phone";
import type { Price } from "../../../services/messaging/contract.price";
import type { ComposeChannel } from "./channel";
import { some } from "./cost-labels";

type PhonePreviewProps = {
  /** The form that a press posts where there is no script. */
  form: string;
  samples: Price["samples"];
  /** The one to begin with. */
  first: number;
  channel: ComposeChannel;
  sender: string;
  when: string;
};

/** The message as real recipients will read it, one after the other. */
export function PhonePreview({ form, samples, first, channel, sender, when }: PhonePreviewProps) {
  const [at, setAt] = useState(first);
  const place = Math.min(at, samples.length - 1);
  const sample = samples[place];
  if (!sample) return null;
  const step = (by: number) => ({
    type: "submit" as const,
    form,
    name: "sample",
    value: (place + by + samples.length) % samples.length,
    className: "more",
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      setAt((place + by + samples.length) % samples.length);
    },
  });
  return (
    <section aria-label="Preview">
      <div className="mb-2 flex items-center gap-2">
        <h2 className="min-w-0 truncate text-sm font-medium">{sample.name || "Preview"}</h2>
        <span className="num text-sm whitespace-nowrap text-quiet">{showPhone(sample.msisdn)}</span>
        {samples.length > 1 && (
          <span className="ml-auto flex">
            <button {...step(-1)} aria-label="Previous recipient">
              <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
            <button {...step(1)} aria-label="Next recipient">
              <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </span>
        )}
      </div>
      <div className="overflow-hidden rounded-[20px] border border-line bg-canvas">
        <div className="flex h-12 items-center gap-2.5 border-b border-line bg-surface px-4">
          <span className="face size-6!" aria-hidden="true">
            <UserRound size={14} strokeWidth={1.75} />
          </span>
          <b className="truncate text-sm font-semibold">{sender}</b>
          <span className="num ml-auto text-xs whitespace-nowrap text-quiet">
            {channel.label}, {some(sample.parts, channel.unit)}
          </span>
        </div>
        <div className="px-4 pt-3 pb-5" aria-live="polite">
          <p className="num mb-2 text-center text-xs text-quiet">{when}</p>
          <p className="w-[94%] rounded border border-line bg-raised px-3 py-2.5 text-sm leading-5 wrap-anywhere whitespace-pre-wrap">
            {sample.text}
          </p>
        </div>
      </div>
    </section>
  );
}
