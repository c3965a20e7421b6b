// /ticketing/settings/sla/policies - how fast which tickets are answered and resolved
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { Pencil, Plus, Timer } from "lucide-react";
import { href } from "../href";
import { redirectOldQuery } from "../kit/old-query.server";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Status } from "../kit/ui/status";
import { act, expectStatus, page } from "../shell/page.server";
import { minutesWords } from "./kit/labels";
import { deletePolicy, PolicyDeletion } from "./settings/policy.server";
import { Remove } from "./settings/replace-form";
import { SettingsHead } from "./settings/settings-tabs";

const path = "/ticketing/settings/sla/policies";

export const meta = titled("Policies");

export const loader = page(path, async ({ api, url }) => {
  redirectOldQuery(url, { edit: (id) => href("/ticketing/settings/sla/policies/:id", { id }) });
  return { policies: expectStatus(await api.ticketing.policies({}), 200).data };
});

export const action = act(path, PolicyDeletion, deletePolicy);

export default function Policies() {
  const { policies } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const targets = (policy: (typeof policies)[number]) =>
    [
      policy.first_minutes && `first response ${minutesWords(policy.first_minutes)}`,
      policy.next_minutes && `next response ${minutesWords(policy.next_minutes)}`,
      policy.resolution_minutes && `resolution ${minutesWords(policy.resolution_minutes)}`,
    ]
      .filter(Boolean)
      .join(", ");
  return (
    <>
      <PostResult last={last} />
      <SettingsHead
        tab="Policies"
        text="The first policy that applies to a ticket sets its due times."
        actions={
          <LinkButton to={href("/ticketing/settings/sla/policies/:id", { id: "new" })} variant="primary" icon={Plus}>
            New policy
          </LinkButton>
        }
      />
      <Card label="Policies">
        {policies.length === 0 ? (
          <EmptyState
            icon={Timer}
            title="No policies yet"
            text="Tickets have no due time without a policy. The set-up has templates with one policy for each priority."
            actions={<LinkButton to={href("/ticketing/settings")}>Set up from a template</LinkButton>}
          />
        ) : (
          <>
            <CardHead count={String(policies.length)} unit={policies.length === 1 ? "policy" : "policies"} />
            <ol className="divide-y divide-line">
              {policies.map((policy) => (
                <li key={policy.id} className="flex items-center gap-3 px-4 py-2.5">
                  <span className="num w-6 text-sm text-quiet">{policy.rank}</span>
                  <div className="min-w-0 flex-1">
                    <p className="font-medium wrap-anywhere">{policy.name}</p>
                    <p className="text-sm text-quiet wrap-anywhere">
                      {targets(policy)}; {policy.operational_hours}
                    </p>
                  </div>
                  <span className="text-sm max-sm:hidden">
                    <Status kind={policy.enabled ? "good" : "none"}>{policy.enabled ? "In force" : "Off"}</Status>
                  </span>
                  <span className="num min-w-16 text-right text-sm text-quiet max-sm:hidden">
                    {policy.open_tickets.toLocaleString("en-KE")} open
                  </span>
                  <LinkButton
                    to={href("/ticketing/settings/sla/policies/:id", { id: policy.id })}
                    variant="ghost"
                    icon={Pencil}
                    label={`Edit ${policy.name}`}
                    preventScrollReset
                  />
                  <Remove
                    id={policy.id}
                    name={policy.name}
                    used={policy.open_tickets}
                    others={policies
                      .filter((other) => other.id !== policy.id)
                      .map(({ id, name }) => ({ value: String(id), label: name }))}
                  />
                </li>
              ))}
            </ol>
          </>
        )}
      </Card>
      <Outlet />
    </>
  );
}
