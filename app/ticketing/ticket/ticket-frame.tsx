import { Form, useLocation } from "@remix-run/react";
import { Check, Merge, RotateCcw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { isDone } from "../../../rules/ticket-labels";
import type { TicketDetail } from "../../../services/ticketing/contract.schemas";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Button, LinkButton } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { PageHeader } from "../../kit/ui/page-header";
import { Status } from "../../kit/ui/status";
import { Tabs } from "../../kit/ui/tabs";
import { useEventRevalidate } from "../../shell/live";
import { statusWords } from "../kit/labels";
import { Due } from "./due";
import { Present } from "./present";
import { Priority } from "./priority";

type TicketFrameProps = {
  ticket: TicketDetail;
  zone: string;
  now: number;
  oversees: boolean;
  children: ReactNode;
};

/** A ticket's head, its seven panels as tabs, and the one that is shown. */
export function TicketFrame({ ticket, zone, now, oversees, children }: TicketFrameProps) {
  const { pathname } = useLocation();
  useEventRevalidate(["ticket"], ({ body }) => body.all === true || body.ids.includes(ticket.id));
  const index = { index: ticket.id };
  const base = href("/ticketing/show/:index", index);
  const panels: [label: string, to: string, count?: number][] = [
    ["Overview", base],
    ["Comments", href("/ticketing/show/:index/comments", index), ticket.comments],
    ["Details", href("/ticketing/show/:index/details", index)],
    ["Update", href("/ticketing/show/:index/update", index)],
    ["Customer", href("/ticketing/show/:index/customer", index)],
    ["Members", href("/ticketing/show/:index/member", index), ticket.members.length],
    ["Similar", href("/ticketing/show/:index/similar", index)],
    ["Merge and delete", href("/ticketing/show/:index/header", index)],
  ];
  const present = /\/(\w+)$/.exec(pathname)?.[1] ?? "";
  const done = isDone(ticket.status);
  const gone = ticket.deleted_at !== null || ticket.merged_into !== null;
  return (
    <>
      <PageHeader
        title={ticket.subject || "No subject"}
        back={
          oversees
            ? { label: "Tickets", to: href("/ticketing/tickets") }
            : { label: "My tickets", to: href("/ticketing/main") }
        }
        text={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <span className="num">#{ticket.id}</span>
            <Status kind={statusWords[ticket.status].kind}>{statusWords[ticket.status].word}</Status>
            <Priority id={ticket.priority_id} />
            <Due ticket={ticket} now={now} zone={zone} inline />
            <span>
              Opened <DateTime at={ticket.created_at} zone={zone} />
              {ticket.created_by_name && ` by ${ticket.created_by_name}`}
            </span>
            <Present ticket={ticket.id} />
          </span>
        }
        actions={
          !gone && (
            <>
              {oversees && (
                <LinkButton to={href("/ticketing/show/:index/header", index)} icon={Merge}>
                  Merge
                </LinkButton>
              )}
              <Form method="post" action={href("/ticketing/show/:index/header", index)}>
                <input type="hidden" name="version" value={ticket.version} />
                <Button
                  variant="primary"
                  icon={done ? RotateCcw : Check}
                  name="intent"
                  value={done ? "reopen" : "resolve"}
                >
                  {done ? "Reopen" : "Resolve"}
                </Button>
              </Form>
            </>
          )
        }
      />
      <Gone ticket={ticket} zone={zone} oversees={oversees} />
      <Tabs
        label="Panels of the ticket"
        className="mb-4"
        tabs={panels.map(([label, to, count]) => ({
          label,
          to,
          current:
            to === base
              ? !panels.some(([, other]) => other !== base && other.endsWith(`/${present}`))
              : to.endsWith(`/${present}`),
          ...(count ? { count: String(count) } : {}),
        }))}
      />
      {children}
    </>
  );
}

/** What became of a ticket that was deleted or merged, and the way back. */
function Gone({ ticket, zone, oversees }: Pick<TicketFrameProps, "ticket" | "zone" | "oversees">) {
  if (ticket.deleted_at === null && ticket.merged_into === null) return null;
  const action = href("/ticketing/show/:index/header", { index: ticket.id });
  const merged = ticket.merged_into;
  return (
    <Form method="post" action={action} className="card mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      {merged === null ? (
        <>
          <Trash2 size={16} strokeWidth={1.75} className="text-bad" aria-hidden="true" />
          <p className="min-w-0 flex-1">
            Deleted <DateTime at={ticket.deleted_at ?? ""} zone={zone} />. You can restore it for 30 days.
          </p>
        </>
      ) : (
        <>
          <Merge size={16} strokeWidth={1.75} className="text-info" aria-hidden="true" />
          <p className="min-w-0 flex-1 wrap-anywhere">
            Merged into{" "}
            <Link className="link" to={href("/ticketing/show/:index", { index: merged })}>
              #{merged} {ticket.merged_into_subject}
            </Link>
            . New comments are added there.
          </p>
        </>
      )}
      {oversees &&
        (merged === null ? (
          <Button icon={RotateCcw} name="intent" value="restore">
            Restore
          </Button>
        ) : (
          <>
            <input type="hidden" name="source" value={ticket.id} />
            <Button icon={RotateCcw} name="intent" value="unmerge">
              Undo merge
            </Button>
          </>
        ))}
    </Form>
  );
}
