import { ChevronDown, ChevronsUp, ChevronUp } from "lucide-react";
import { type ChatPriority, chatPriorityNames } from "../../../rules/chat-priority";

const marks = {
  low: [ChevronDown, "text-quiet"],
  high: [ChevronUp, "text-warn"],
  urgent: [ChevronsUp, "text-bad"],
} as const;

/** How urgent it is, in a word with its sign; nothing where it is as usual. */
export function PriorityMark({ priority }: { priority: ChatPriority }) {
  if (priority === "normal") return null;
  const [Icon, colour] = marks[priority];
  return (
    <span className={`inline-flex shrink-0 items-center gap-0.5 text-xs font-medium ${colour}`}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {chatPriorityNames[priority]}
      <span className="sr-only"> priority</span>
    </span>
  );
}
