// /crm/generate - the forms on which people leave their details (Q143)
import { useLoaderData } from "@remix-run/react";
import { ClipboardList, Plus } from "lucide-react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";

export const meta = titled("Lead forms");

export const loader = page("/crm/generate", async ({ api, viewer }) => ({
  forms: expectStatus(await api.crm.leadForms({}), 200).data,
  zone: viewer.time_zone,
}));

export default function LeadForms() {
  const { forms, zone } = useLoaderData<typeof loader>();
  const add = (
    <LinkButton to={href("/crm/generate/new")} variant="primary" icon={Plus}>
      New form
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Lead forms"
        text="Pages of your own on which people leave their details. Each entry becomes a lead."
        actions={forms.length > 0 ? add : undefined}
      />
      <Card label="Lead forms">
        {forms.length === 0 ? (
          <EmptyState
            icon={ClipboardList}
            title="No forms yet"
            text="A form has a page that you can share as a link or show on your own site. What people send arrives among your leads."
            actions={add}
          />
        ) : (
          <ul className="divide-y divide-line">
            {forms.map(({ id, name, active, arrived, pending, last_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
                <div className="min-w-48 flex-1">
                  <Link className="font-medium wrap-anywhere hover:underline" to={href("/crm/generate/:id", { id })}>
                    {name}
                  </Link>
                  <p className="text-sm text-quiet">
                    {last_at === null ? (
                      "No entries yet"
                    ) : (
                      <>
                        Last entry <DateTime at={last_at} zone={zone} />
                      </>
                    )}
                  </p>
                </div>
                <span className="num">
                  {commas(arrived)} {arrived === 1 ? "lead" : "leads"}
                  {pending > 0 && `, ${commas(pending)} not confirmed`}
                </span>
                <Status kind={active ? "good" : "none"}>{active ? "Open" : "Closed"}</Status>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
