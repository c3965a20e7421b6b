// /ticketing/settings/sla/dispositions - what a disposition brings: policy, priority, contacts, members
import { Outlet, useLoaderData } from "@remix-run/react";
import { Pencil, Tags } from "lucide-react";
import { priorities } from "../../rules/ticket-labels";
import type { DispositionSetup } from "../../services/ticketing/contract.sla";
import { href } from "../href";
import { redirectOldQuery } from "../kit/old-query.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { expectStatus, page } from "../shell/page.server";
import { SettingsHead } from "./settings/settings-tabs";

const path = "/ticketing/settings/sla/dispositions";

export const meta = titled("Dispositions");

export const loader = page(path, async ({ api, url }) => {
  redirectOldQuery(url, { edit: (id) => href("/ticketing/settings/sla/dispositions/:id", { id }) });
  return { setups: expectStatus(await api.ticketing.listDispositionContacts({}), 200).data };
});

export default function Dispositions() {
  const { setups } = useLoaderData<typeof loader>();
  const dispositionName = (id: number | null) => setups.find((one) => one.disposition_id === id)?.disposition;
  return (
    <>
      <SettingsHead tab="Dispositions" text="Defaults by subject. A sub-disposition overrides its disposition." />
      <Card label="Dispositions">
        {setups.length === 0 ? (
          <EmptyState
            icon={Tags}
            title="No dispositions yet"
            text="Add dispositions such as Delivery or Payment, then set their policies and members here."
            actions={<LinkButton to={href("/ticketing/settings/types")}>Name dispositions</LinkButton>}
          />
        ) : (
          <>
            <CardHead
              count={setups.length.toLocaleString("en-KE")}
              unit={setups.length === 1 ? "disposition" : "dispositions"}
            />
            <ul className="divide-y divide-line">
              {setups.map((setup) => (
                <li
                  key={setup.disposition_id}
                  className={`flex items-center gap-3 py-2 pr-4 ${setup.parent_id === null ? "pl-4" : "pl-10"}`}
                >
                  <div className="min-w-0 flex-1">
                    <p className={`wrap-anywhere ${setup.parent_id === null ? "font-medium" : ""}`}>
                      {setup.disposition}
                    </p>
                    <p className="text-sm text-quiet wrap-anywhere">{setupSummary(setup)}</p>
                  </div>
                  <LinkButton
                    to={href("/ticketing/settings/sla/dispositions/:id", { id: setup.disposition_id })}
                    variant="ghost"
                    icon={Pencil}
                    label={`Set up ${[dispositionName(setup.parent_id), setup.disposition].filter(Boolean).join(": ")}`}
                    preventScrollReset
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      <Outlet />
    </>
  );
}

/** What it brings, in a sentence. */
function setupSummary(setup: DispositionSetup): string {
  const priority = priorities.find(({ id }) => id === setup.priority_id)?.name;
  const parts = [
    setup.policy && `policy ${setup.policy}`,
    priority && `starts with ${priority}`,
    setup.members.length > 0 && `goes to ${setup.members.map(({ name }) => name).join(", ")}`,
    setup.contacts.length > 0 && `tells ${setup.contacts.map(({ name, email }) => name || email).join(", ")}`,
  ].filter(Boolean);
  if (parts.length === 0) return setup.parent_id === null ? "No defaults: by the rules" : "As its disposition";
  const words = parts.join("; ");
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}
