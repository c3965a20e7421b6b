import { Form, useLocation } from "@remix-run/react";
import { ArrowDown, ArrowUp, Check, ChevronDown, ChevronsUp } from "lucide-react";
import { useRef } from "react";
import { whyNot } from "../../../rules/ticket-labels";
import type { Stage } from "../../../services/ticketing/contract.boards";
import type { Ticket } from "../../../services/ticketing/contract.schemas";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { useDismissable } from "../../kit/ui/use-dismissable";
import { Due } from "../ticket/due";
import { Priority } from "../ticket/priority";

type CardProps = {
  ticket: Ticket;
  stages: readonly Stage[];
  /** The neighbours in the stage: where "up" and "down" lead. */
  above?: number | undefined;
  below?: number | undefined;
  now: number;
  zone: string;
};

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** A ticket on the board. Its menu moves it without a pointer and without script. */
export function BoardCard({ ticket, stages, above, below, now, zone }: CardProps) {
  const { customer, members } = ticket;
  return (
    <li
      data-card={ticket.id}
      className="card grid grid-cols-[minmax(0,1fr)] gap-1 p-3 [&_.state]:whitespace-normal data-[dragged]:opacity-40 data-[over=after]:border-b-2 data-[over=after]:border-b-brand data-[over=before]:border-t-2 data-[over=before]:border-t-brand"
    >
      <div className="flex items-center gap-2 text-sm">
        <span className="num text-quiet">#{ticket.id}</span>
        <span className="ml-auto">
          <Priority id={ticket.priority_id} />
        </span>
      </div>
      <Link
        className="font-medium wrap-anywhere hover:underline"
        to={href("/ticketing/show/:index", { index: ticket.id })}
        draggable={false}
      >
        {ticket.subject || "No subject"}
      </Link>
      <p className="truncate text-sm text-quiet">
        {customer.name || customer.phone || customer.email || "No customer"}
      </p>
      <div className="text-sm">
        <Due ticket={ticket} now={now} zone={zone} />
      </div>
      <div className="mt-1 flex items-center gap-2 border-t border-line pt-1.5 text-sm">
        <span className="min-w-0 flex-1 truncate">
          {members[0]?.name ?? <span className="text-quiet">Unassigned</span>}
        </span>
        <MoveMenu ticket={ticket} stages={stages} above={above} below={below} />
      </div>
    </li>
  );
}

function MoveMenu({ ticket, stages, above, below }: Pick<CardProps, "ticket" | "stages" | "above" | "below">) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { search } = useLocation();
  useDismissable(ref);
  return (
    <details className="pop pop-free" name="move-menu" ref={ref}>
      <summary
        id={`move-${ticket.id}`}
        className="inline-flex h-7 items-center gap-1 rounded px-1 text-quiet hover:text-ink max-md:h-10"
      >
        Move to<span className="sr-only"> another stage: #{ticket.id}</span>
        <ChevronDown {...icon} />
      </summary>
      <div className="menu">
        <Form
          method="post"
          action={`${href("/ticketing/boards")}${search}`}
          preventScrollReset
          data-then={`move-${ticket.id}`}
        >
          <input type="hidden" name="ticket_id" value={ticket.id} />
          <input type="hidden" name="version" value={ticket.version} />
          {stages.map((stage) => {
            const here = stage.id === ticket.stage_id;
            const why = whyNot(ticket.status, stage.status);
            return (
              <button
                key={stage.id}
                type="submit"
                name="to"
                value={`stage ${stage.id}`}
                disabled={here || why !== undefined}
                title={why}
                className={here || why ? "text-quiet" : undefined}
              >
                {here ? <Check {...icon} /> : <span className="w-4" />}
                {stage.name}
              </button>
            );
          })}
          <hr />
          {above !== undefined && (
            <>
              <button type="submit" name="to" value="top">
                <ChevronsUp {...icon} />
                To the top
              </button>
              <button type="submit" name="to" value={`before ${above}`}>
                <ArrowUp {...icon} />
                Up one place
              </button>
            </>
          )}
          {below !== undefined && (
            <button type="submit" name="to" value={`after ${below}`}>
              <ArrowDown {...icon} />
              Down one place
            </button>
          )}
          {above === undefined && below === undefined && (
            <p className="px-2 py-1.5 text-sm text-quiet">It is the only ticket in its stage.</p>
          )}
        </Form>
      </div>
    </details>
  );
}
