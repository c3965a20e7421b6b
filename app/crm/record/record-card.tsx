import { Form } from "@remix-run/react";
import { type ComponentProps, useRef } from "react";
import { formatMoney } from "../../../rules/crm-money";
import type { CrmRecord, RecordStage } from "../../../services/crm/contract.records";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { useDismissable } from "../../kit/ui/use-dismissable";
import { formatAge } from "./labels";
import { recordHref } from "./places";

type CardProps = { record: CrmRecord; stages: readonly RecordStage[]; action: string; now: number };

/** A record on the board. Its menu moves it without a pointer and without script. */
export function RecordCard({ record, stages, action, now }: CardProps) {
  const value = formatMoney(record.value_cents, record.currency);
  return (
    <li
      data-card={record.id}
      className="card grid grid-cols-[minmax(0,1fr)] gap-1 p-3 data-[dragged]:opacity-40 data-[over=after]:border-b-2 data-[over=after]:border-b-brand data-[over=before]:border-t-2 data-[over=before]:border-t-brand"
    >
      <div className="flex items-baseline gap-2">
        <Link
          className="min-w-0 flex-1 font-medium wrap-anywhere hover:underline"
          to={recordHref(record)}
          draggable={false}
        >
          {record.name}
        </Link>
        <span className="num text-sm text-quiet" title="Score">
          {record.score}
          <span className="sr-only"> points</span>
        </span>
      </div>
      {(record.company || record.contact) && (
        <p className="truncate text-sm text-quiet">{record.contact?.name ?? record.company}</p>
      )}
      {value && <p className="num font-medium">{value}</p>}
      <p className="text-sm">
        {record.rotting ? (
          <Status kind="bad">No activity for {formatAge(record.active_at, now)}</Status>
        ) : (
          <span className="text-quiet">{formatAge(record.stage_at, now)} in the stage</span>
        )}
      </p>
      <div className="mt-1 flex items-center gap-2 border-t border-line pt-1.5 text-sm">
        <span className="min-w-0 flex-1 truncate">
          {record.sales_manager || <span className="text-quiet">No sales manager</span>}
        </span>
        <MoveMenu record={record} stages={stages} action={action} />
      </div>
    </li>
  );
}

/** An icon, drawn without a component of its own: a board has some hundreds, which were a third of its time. */
function Mark({ path }: { path: string }) {
  return (
    <svg width={16} height={16} viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={path} strokeWidth={1.75} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Remix's form. On the server it needs no router: it is drawn as the form that it becomes, as the kit's links are. */
function MoveForm({ preventScrollReset, ...form }: ComponentProps<typeof Form> & { action: string; method: "post" }) {
  if (!import.meta.env.SSR) return <Form {...form} preventScrollReset={preventScrollReset} />;
  return <form data-discover="true" {...form} />;
}

function MoveMenu({ record, stages, action }: Omit<CardProps, "now">) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDismissable(ref);
  return (
    <details className="pop pop-free" name="move-menu" ref={ref}>
      <summary
        id={`move-${record.id}`}
        className="inline-flex h-7 items-center gap-1 rounded px-1 text-quiet hover:text-ink max-md:h-10"
      >
        Move to<span className="sr-only"> another stage: {record.name}</span>
        <Mark path="m6 9 6 6 6-6" />
      </summary>
      <div className="menu">
        <MoveForm method="post" action={action} preventScrollReset data-then={`move-${record.id}`}>
          <input type="hidden" name="record_id" value={record.id} />
          <input type="hidden" name="version" value={record.version} />
          {stages.map(({ id, name }) => {
            const here = id === record.stage_id;
            return (
              <button
                key={id}
                type="submit"
                name="to"
                value={id}
                disabled={here}
                className={here ? "text-quiet" : undefined}
              >
                {here ? <Mark path="M20 6 9 17l-5-5" /> : <span className="w-4" />}
                {name}
              </button>
            );
          })}
        </MoveForm>
      </div>
    </details>
  );
}
