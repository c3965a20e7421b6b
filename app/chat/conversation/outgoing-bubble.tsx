import { CircleAlert, Clock, FileText, Lock, RefreshCw } from "lucide-react";
import { fileSize } from "../../kit/file-upload";
import { Button } from "../../kit/ui/button";
import { logTime } from "../inbox/labels";
import { ChatText } from "./chat-text";
import type { OutboxMessage } from "./outbox";

export type OutgoingActions = {
  again(outgoing: OutboxMessage): void;
  /** Its words go back into the composer. */
  fix(outgoing: OutboxMessage): void;
  drop(outgoing: OutboxMessage): void;
};

/** What was written here and is not with the server yet, at its place; refused, with the reason and the way on. */
export function OutgoingBubble({
  outgoing,
  zone,
  actions,
}: {
  outgoing: OutboxMessage;
  zone: string;
  actions: OutgoingActions;
}) {
  const { state, type, text, files, reason, at } = outgoing;
  const bad = state === "refused";
  const look = bad
    ? "border border-bad/50 bg-bad-soft"
    : type === "note"
      ? "border border-dashed border-warn/60 bg-warn-soft"
      : "bg-brand-soft";
  return (
    <li className="flex max-w-[85%] flex-col items-end gap-1 self-end">
      <div className={`max-w-full min-w-0 rounded-lg rounded-br-sm px-3 py-2 ${look}`}>
        {type === "note" && (
          <p className="flex items-center gap-1.5 text-xs font-medium text-warn">
            <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
            Private note
          </p>
        )}
        {text && <ChatText text={text} />}
        {files.map((file) => (
          <p key={file.id} className="flex items-center gap-2">
            <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="truncate font-medium">{file.name}</span>
            <span className="num text-xs text-quiet">{fileSize(file.bytes)}</span>
          </p>
        ))}
        {bad && (
          <>
            <p className="mt-1 flex gap-1.5 text-sm text-bad" role="alert">
              <CircleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden="true" />
              <span>{reason}</span>
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button type="button" icon={RefreshCw} onClick={() => actions.fix(outgoing)}>
                Fix and resend
              </Button>
              <Button type="button" onClick={() => actions.again(outgoing)}>
                Send again
              </Button>
              <Button type="button" variant="ghost" onClick={() => actions.drop(outgoing)}>
                Remove
              </Button>
            </div>
          </>
        )}
      </div>
      <p className="num flex items-center gap-1.5 text-xs text-quiet">
        You · {logTime(at, zone)} ·{" "}
        {bad ? (
          <span className="font-medium text-bad">Not sent</span>
        ) : (
          <span className="inline-flex items-center gap-1">
            <Clock size={14} strokeWidth={1.75} aria-hidden="true" />
            {reason || "Sending"}
          </span>
        )}
      </p>
    </li>
  );
}
