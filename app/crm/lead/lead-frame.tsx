import { Form, useLocation } from "@remix-run/react";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { formatMoney } from "../../../rules/crm-money";
import type { RecordStage } from "../../../services/crm/contract.records";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { PageHeader } from "../../kit/ui/page-header";
import { Status } from "../../kit/ui/status";
import { Tabs } from "../../kit/ui/tabs";
import { useEventRevalidate } from "../../shell/live";
import { categoryKinds, formatAge } from "../leads/labels";
import type { LoadedLead } from "./lead.server";

/** A lead's head, its stages, its panels as tabs, and the one that is shown. */
export function LeadFrame({ lead, stages, now, children }: LoadedLead & { children: ReactNode }) {
  const { pathname } = useLocation();
  useEventRevalidate(["lead"], ({ body }) => body.id === lead.id);
  const index = { index: lead.id };
  const panels = [
    ["Overview", href("/crm/lead/:index", index)],
    ["Details", href("/crm/lead/:index/details", index)],
    ["Profile", href("/crm/lead/:index/profile", index)],
    ["Score", href("/crm/lead/:index/score", index)],
    ["Notes", href("/crm/lead/:index/other", index)],
    ["Stages", href("/crm/lead/:index/stages", index)],
    ["Sales manager", href("/crm/lead/:index/topbar", index)],
  ] as const;
  const value = formatMoney(lead.value_cents, lead.currency);
  return (
    <>
      <PageHeader
        title={lead.name}
        back={{ label: "Leads", to: href("/crm/leads") }}
        text={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {lead.company && <span className="wrap-anywhere">{lead.company}</span>}
            <Status kind={categoryKinds[lead.category]}>{lead.stage}</Status>
            <span className="num">Score {lead.score}</span>
            {value && <span className="num">{value}</span>}
            <span>{lead.sales_manager || "No sales manager"}</span>
            {lead.rotting && <Status kind="bad">No activity for {formatAge(lead.active_at, now)}</Status>}
          </span>
        }
      />
      <StageBar lead={lead} stages={stages} />
      <Tabs label="Panels of the lead" tabs={panels.map(([label, to]) => ({ label, to, current: pathname === to }))} />
      {lead.duplicates.length > 0 && (
        <p className="card mb-4 p-4 text-sm">
          Perhaps the same:{" "}
          {lead.duplicates.map(({ id, name, stage }, at) => (
            <span key={id}>
              {at > 0 && ", "}
              <Link className="link" to={href("/crm/lead/:index", { index: id })}>
                {name}
              </Link>{" "}
              ({stage})
            </span>
          ))}
          . They have the same phone number or email address.
        </p>
      )}
      {children}
    </>
  );
}

/** The stages in their order: each moves the lead there with one click; one that means lost asks for the reason first. */
function StageBar({ lead, stages }: { lead: LoadedLead["lead"]; stages: readonly RecordStage[] }) {
  const at = stages.findIndex(({ id }) => id === lead.stage_id);
  const action = href("/crm/lead/:index/stages", { index: lead.id });
  const look = "inline-flex min-h-10 items-center justify-center gap-1.5 px-4 py-2 text-sm max-md:min-h-11";
  return (
    <Form method="post" action={action} aria-label="Stage" className="card mb-4 overflow-x-auto" preventScrollReset>
      <input type="hidden" name="version" value={lead.version} />
      <ol className="flex min-w-max divide-x divide-line md:min-w-0">
        {stages.map((stage, index) => (
          <li key={stage.id} className="grid flex-1" aria-current={index === at ? "step" : undefined}>
            {index === at ? (
              <span className={`${look} bg-brand font-medium text-brand-ink`}>{stage.name}</span>
            ) : stage.category === "lost" ? (
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
