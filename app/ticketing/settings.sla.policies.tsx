// /ticketing/settings/sla/policies - how fast which tickets are answered and resolved (?edit= opens one)
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Pencil, Plus, Timer } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Status } from "../kit/ui/status";
import { expectStatus, page, receive } from "../shell/page.server";
import { choicesOf } from "./choices.server";
import { minutesWords } from "./labels";
import { changePolicy } from "./policy.server";
import { PolicyDrawer } from "./policy-drawer";
import { Remove } from "./replace-form";
import { SettingsHead } from "./settings-tabs";

const path = "/ticketing/settings/sla/policies";

export const meta: MetaFunction = () => [{ title: `Policies - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const [policies, hours, choices] = await Promise.all([
    api.ticketing.policies({}),
    api.ticketing.operationalHours({}),
    choicesOf(api),
  ]);
  const all = expectStatus(policies, 200).data;
  const asked = url.searchParams.get("edit");
  return {
    policies: all,
    hours: expectStatus(hours, 200).data.map(({ id, name }) => ({ value: String(id), label: name })),
    choices,
    edit: all.find(({ id }) => String(id) === asked) ?? null,
    fresh: asked === "new",
    zone: viewer.time_zone,
  };
});

export const action = receive(path, changePolicy);

export default function Policies() {
  const { policies, hours, choices, edit, fresh, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
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
      <ActionNotice notice={last && Object.keys(last.errors).length === 0 ? last.notice : undefined} />
      <SettingsHead
        tab="Policies"
        text="The first policy that applies to a ticket sets its due times."
        actions={
          <LinkButton to={href(path, undefined, { edit: "new" })} variant="primary" icon={Plus}>
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
                    to={href(path, undefined, { edit: policy.id })}
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
      {(edit || fresh) && (
        <PolicyDrawer
          policy={edit}
          choices={choices}
          hours={hours}
          close={href(path)}
          zone={zone}
          working={working}
          {...(last ? { last } : {})}
        />
      )}
    </>
  );
}
