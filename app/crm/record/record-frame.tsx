import { Form, useLocation } from "@remix-run/react";
import { Check, FileText, Plus, Undo2, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import { kindWords } from "../../../rules/crm";
import { formatMoney } from "../../../rules/crm-money";
import type { RecordStage } from "../../../services/crm/contract.records";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { PageHeader } from "../../kit/ui/page-header";
import { Status } from "../../kit/ui/status";
import { Tabs } from "../../kit/ui/tabs";
import { useEventRevalidate } from "../../shell/live";
import { OrganisationName } from "./cards";
import { categoryKinds, formatAge } from "./labels";
import { listPlaces, recordEvents, recordHref } from "./places";
import type { LoadedRecord } from "./record.server";

/** A record's head, its stages, its panels as tabs, and the one that is shown. */
export function RecordFrame({ record, stages, now, may, children }: LoadedRecord & { children: ReactNode }) {
  const { pathname } = useLocation();
  useEventRevalidate([recordEvents[record.kind]], ({ body }) => body.id === record.id);
  const { path, label } = listPlaces[record.kind];
  const panels = [
    ["Overview", undefined],
    ["Details", "details"],
    ["Profile", "profile"],
    ["Score", "score"],
    ["Notes", "other"],
    ["Stages", "stages"],
    ["Sales manager", "topbar"],
  ] as const;
  const value = formatMoney(record.value_cents, record.currency);
  return (
    <>
      <PageHeader
        title={record.name}
        back={{ label, to: href(path) }}
        actions={<RecordActions record={record} may={may} />}
        text={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {record.organisation ? (
              <OrganisationName {...record.organisation} linked={may.contact} />
            ) : (
              record.company && <span className="wrap-anywhere">{record.company}</span>
            )}
            <Status kind={categoryKinds[record.category]}>{record.stage}</Status>
            <span className="num">Score {record.score}</span>
            {value && <span className="num">{value}</span>}
            <span>{record.sales_manager || "No sales manager"}</span>
            {record.rotting && <Status kind="bad">No activity for {formatAge(record.active_at, now)}</Status>}
          </span>
        }
      />
      <StageBar record={record} stages={stages.filter(({ pipeline_id }) => pipeline_id === record.pipeline_id)} />
      <Tabs
        label={`Panels of the ${kindWords[record.kind][0]}`}
        tabs={panels.map(([label, panel]) => {
          const to = recordHref(record, panel);
          return { label, to, current: pathname === to };
        })}
      />
      <DuplicatesLine record={record} />
      <RelatedLine record={record} may={may} />
      {children}
    </>
  );
}

/** What may be the same, and what was merged into it. */
function DuplicatesLine({ record: { id, duplicates, merged } }: Pick<LoadedRecord, "record">) {
  if (duplicates.length === 0 && merged.length === 0) return null;
  return (
    <div className="card mb-4 flex flex-wrap gap-x-4 gap-y-1 p-4 text-sm wrap-anywhere">
      {duplicates.length > 0 && (
        <Link className="link" to={href("/crm/settings/duplicates", undefined, { record: id })}>
          Possible duplicates ({duplicates.length})
        </Link>
      )}
      {duplicates.slice(0, 3).map((other) => (
        <span key={other.id}>
          Perhaps the same:{" "}
          <Link className="link" to={recordHref(other)}>
            {other.name}
          </Link>{" "}
          ({other.stage})
        </span>
      ))}
      {merged.map(({ pair, name }) => (
        <span key={pair}>
          {name} was merged into it.{" "}
          <Link className="link" to={href("/crm/settings/duplicates/:id", { id: pair })}>
            Undo<span className="sr-only"> the merge with {name}</span>
          </Link>
        </span>
      ))}
    </div>
  );
}

/** The stages in their order: each moves the record there with one click; one that means lost asks for the reason first. */
function StageBar({ record, stages }: { record: LoadedRecord["record"]; stages: readonly RecordStage[] }) {
  const at = stages.findIndex(({ id }) => id === record.stage_id);
  const action = recordHref(record, "stages");
  // A lead that was converted stays where it was.
  if (record.converted_at) return null;
  const look = "inline-flex min-h-10 items-center justify-center gap-1.5 px-4 py-2 text-sm max-md:min-h-11";
  return (
    <Form method="post" action={action} aria-label="Stage" className="card mb-4 overflow-x-auto" preventScrollReset>
      <input type="hidden" name="version" value={record.version} />
      <ol className="flex min-w-max divide-x divide-line md:min-w-0">
        {stages.map((stage, index) => (
          <li key={stage.id} className="grid flex-1" aria-current={index === at ? "step" : undefined}>
            {index === at ? (
              <span className={`${look} bg-brand font-medium text-brand-ink`}>{stage.name}</span>
            ) : stage.category === "lost" && record.kind !== "contact" ? (
              <Link className={`${look} text-quiet hover:bg-raised`} to={`${action}?to=${stage.id}`}>
                {stage.name}
              </Link>
            ) : (
              <button
                type="submit"
                name="stage_id"
                value={stage.id}
                className={`${look} cursor-pointer hover:bg-raised ${index < at ? "" : "text-quiet"}`}
              >
                {index < at && <Check size={14} strokeWidth={2} aria-hidden="true" />}
                {stage.name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </Form>
  );
}

/** The contact of a deal, what a lead became, and a contact's deals and leads; each only for who may see it. */
function RelatedLine({ record, may }: Pick<LoadedRecord, "record" | "may">) {
  const { contact, related, converted_at } = record;
  const shown = related.filter(({ kind }) => may[kind]);
  if ((contact === null || !may.contact) && shown.length === 0) return null;
  return (
    <div className="card mb-4 flex flex-wrap gap-x-4 gap-y-1 p-4 text-sm wrap-anywhere">
      {contact && may.contact && (
        <span>
          {converted_at ? "Converted to the contact" : "Contact:"}{" "}
          <Link className="link" to={recordHref({ kind: "contact", id: contact.id })}>
            {contact.name}
          </Link>
        </span>
      )}
      {shown.map((one) => (
        <span key={one.id}>
          {one.kind === "deal" ? "Deal:" : "Lead:"}{" "}
          <Link className="link" to={recordHref(one)}>
            {one.name}
          </Link>{" "}
          ({one.stage})
        </span>
      ))}
    </div>
  );
}

/** From a lead to a contact and a deal, or back; from a contact to another deal. */
function RecordActions({ record, may }: Pick<LoadedRecord, "record" | "may">) {
  if (record.kind === "contact" && may.deal)
    return (
      <>
        <LinkButton to={href("/crm/quotes", undefined, { contact_id: record.id })}>Quotes</LinkButton>
        <LinkButton to={href("/crm/quotes/new", undefined, { contact: record.id })} icon={FileText}>
          New quote
        </LinkButton>
        <LinkButton to={href("/crm/deals/new", undefined, { contact: record.id })} icon={Plus} variant="primary">
          New deal
        </LinkButton>
      </>
    );
  if (record.kind === "deal")
    return (
      <>
        <LinkButton to={href("/crm/quotes", undefined, { deal_id: record.id })}>Quotes</LinkButton>
        <LinkButton to={href("/crm/quotes/new", undefined, { deal: record.id })} icon={FileText}>
          New quote
        </LinkButton>
        {record.category === "won" && may.sale && (
          <LinkButton to={href("/crm/sales/new", undefined, { deal: record.id })} icon={Plus} variant="primary">
            Record the sale
          </LinkButton>
        )}
      </>
    );
  if (record.kind !== "lead" || !may.contact) return null;
  const to = href("/crm/lead/:index/convert", { index: record.id });
  return record.converted_at ? (
    <LinkButton to={to} icon={Undo2}>
      Undo the conversion
    </LinkButton>
  ) : (
    <LinkButton to={to} icon={UserCheck} variant="primary">
      Convert
    </LinkButton>
  );
}
