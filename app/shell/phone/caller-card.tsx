import { MessagesSquare, Ticket } from "lucide-react";
import type { CallerDetail } from "../../../services/voice/contract.calls";
import { Link } from "../../kit/ui/link";

/** As many of each as fit beside a call that rings. */
const most = 2;

/** Why they call, before one answers: open tickets and the last conversations. */
export function CallerCard({ caller }: { caller: CallerDetail | null }) {
  if (!caller) return null;
  const tickets = caller.tickets.state === "found" ? caller.tickets.data : [];
  const conversations = caller.conversations.state === "found" ? caller.conversations.data : [];
  const contact = caller.contact.state === "found" ? caller.contact.data : null;
  const calls = caller.calls.state === "found" ? caller.calls.data.length : 0;
  return (
    <div className="mt-1.5 grid gap-1 text-xs">
      {contact && (
        <Link className="link truncate" to={contact.url}>
          {contact.name}
        </Link>
      )}
      {tickets.slice(0, most).map(({ id, title, status, url }) => (
        <Link key={id} className="flex min-w-0 items-center gap-1.5 hover:underline" to={url}>
          <Ticket size={14} strokeWidth={1.75} aria-hidden="true" />
          <span className="truncate">{title}</span>
          <span className="ml-auto flex-none text-quiet">{status}</span>
        </Link>
      ))}
      {conversations.slice(0, most).map(({ id, text, channel, url }) => (
        <Link key={id} className="flex min-w-0 items-center gap-1.5 hover:underline" to={url}>
          <MessagesSquare size={14} strokeWidth={1.75} aria-hidden="true" />
          <span className="truncate">{text || channel}</span>
        </Link>
      ))}
      <p className="text-quiet">{summary(tickets.length, calls)}</p>
    </div>
  );
}

function summary(tickets: number, calls: number): string {
  const parts = [
    tickets === 0 ? "No open tickets" : `${tickets} open ${tickets === 1 ? "ticket" : "tickets"}`,
    calls === 0 ? "first call" : `${calls} earlier ${calls === 1 ? "call" : "calls"}`,
  ];
  return `${parts.join(", ")}.`;
}
