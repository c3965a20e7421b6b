import type { LabelColour } from "../../../rules/chat-labels";

const colours: Record<LabelColour, string> = {
  grey: "bg-quiet",
  green: "bg-good",
  blue: "bg-info",
  amber: "bg-warn",
  red: "bg-bad",
  violet: "bg-chart-4",
};

/** A label's name behind a dot of its colour: the name alone carries the meaning. */
export function LabelMark({ label: { name, colour } }: { label: { name: string; colour: LabelColour } }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span className={`size-2 shrink-0 rounded-full ${colours[colour]}`} aria-hidden="true" />
      <span className="truncate">{name}</span>
    </span>
  );
}
