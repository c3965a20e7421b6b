import { Form } from "@remix-run/react";
import { Check, ChevronDown } from "lucide-react";
import { useRef } from "react";
import { formatMoney } from "../../../rules/crm-money";
import type { CrmRecord, RecordStage } from "../../../services/crm/contract.records";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { useDismissable } from "../../kit/ui/use-dismissable";
import { formatAge } from "./labels";

type CardProps = { lead: CrmRecord; stages: readonly RecordStage[]; action: string; now: number };

/** A lead on the board. Its menu moves it without a pointer and without script. */
export function LeadCard({ lead, stages, action, now }: CardProps) {
  const value = formatMoney(lead.value_cents, lead.currency);
  return (
    <li
      data-card={lead.id}
      className="card grid grid-cols-[minmax(0,1fr)] gap-1 p-3 data-[dragged]:opacity-40 data-[over=after]:border-b-2 data-[over=after]:border-b-brand data-[over=before]:border-t-2 data-[over=before]:border-t-brand"
    >
      <div className="flex items-baseline gap-2">
        <Link
          className="min-w-0 flex-1 font-medium wrap-anywhere hover:underline"
          to={href("/crm/lead/:index", { index: lead.id })}
          draggable={false}
        >
          {lead.name}
        </Link>
        <span className="num text-sm text-quiet" title="Score">
          {lead.score}
          <span className="sr-only"> points</span>
        </span>
      </div>
      {lead.company && <p className="truncate text-sm text-quiet">{lead.company}</p>}
      {value && <p className="num font-medium">{value}</p>}
      <p className="text-sm">
        {lead.rotting ? (
          <Status kind="bad">No activity for {formatAge(lead.active_at, now)}</Status>
        ) : (
          <span className="text-quiet">{formatAge(lead.stage_at, now)} in the stage</span>
        )}
      </p>
      <div className="mt-1 flex items-center gap-2 border-t border-line pt-1.5 text-sm">
        <span className="min-w-0 flex-1 truncate">
          {lead.sales_manager || <span className="text-quiet">No sales manager</span>}
        </span>
        <MoveMenu lead={lead} stages={stages} action={action} />
      </div>
    </li>
  );
}

function MoveMenu({ lead, stages, action }: Omit<CardProps, "now">) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDismissable(ref);
  return (
    <details className="pop pop-free" name="move-menu" ref={ref}>
      <summary
        id={`move-${lead.id}`}
        className="inline-flex h-7 items-center gap-1 rounded px-1 text-quiet hover:text-ink max-md:h-10"
      >
        Move to<span className="sr-only"> another stage: {lead.name}</span>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      <div className="menu">
        <Form method="post" action={action} preventScrollReset data-then={`move-${lead.id}`}>
          <input type="hidden" name="lead_id" value={lead.id} />
          <input type="hidden" name="version" value={lead.version} />
          {stages.map(({ id, name }) => {
            const here = id === lead.stage_id;
            return (
              <button
                key={id}
                type="submit"
                name="to"
                value={id}
                disabled={here}
                className={here ? "text-quiet" : undefined}
              >
                {here ? <Check size={16} strokeWidth={1.75} aria-hidden="true" /> : <span className="w-4" />}
                {name}
              </button>
            );
          })}
        </Form>
      </div>
    </details>
  );
}
