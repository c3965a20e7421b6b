// /ticketing/settings/automations - rules: event, conditions, actions
import { Form, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { ArrowDown, ArrowUp, Pencil, Plus, Workflow } from "lucide-react";
import { href } from "../href";
import { redirectOldQuery } from "../kit/old-query.server";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Status } from "../kit/ui/status";
import { act, expectStatus, page } from "../shell/page.server";
import { Runs } from "./automations/rule-lists";
import { changeRules, RulesForm } from "./automations/rules.server";
import { Remove } from "./settings/replace-form";
import { SettingsHead } from "./settings/settings-tabs";

const path = "/ticketing/settings/automations";

export const meta = titled("Automations");

export const loader = page(path, async ({ api, url, viewer }) => {
  redirectOldQuery(url, { edit: (id) => href("/ticketing/settings/automations/:id", { id }) });
  const [rules, runs] = await Promise.all([
    api.ticketing.automations({}),
    api.ticketing.automationRuns({ query: { per_page: 15 } }),
  ]);
  return {
    rules: expectStatus(rules, 200).data,
    runs: runs.status === 200 ? runs.body.data : [],
    zone: viewer.time_zone,
  };
});

export const action = act(path, RulesForm, changeRules);

function moved(ids: readonly number[], index: number, by: -1 | 1): string {
  const order = [...ids];
  const own = order.splice(index, 1);
  order.splice(index + by, 0, ...own);
  return order.join(",");
}

function ranWords(runs: number): string {
  if (runs === 0) return "has not run yet";
  return runs === 1 ? "ran once" : `ran ${runs.toLocaleString("en-KE")} times`;
}

export default function Automations() {
  const { rules, runs, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const ids = rules.map(({ id }) => id);
  return (
    <>
      <PostResult last={last} />
      <SettingsHead
        tab="Automations"
        text="Each rule runs once per event and never triggers itself."
        actions={
          <LinkButton to={href("/ticketing/settings/automations/:id", { id: "new" })} variant="primary" icon={Plus}>
            New rule
          </LinkButton>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <section className="card" aria-label="Rules">
          {rules.length === 0 ? (
            <EmptyState
              icon={Workflow}
              title="No rules yet"
              text="Rules do routine work automatically, such as assigning urgent tickets to a group."
            />
          ) : (
            <ol className="divide-y divide-line">
              {rules.map((rule, index) => (
                <li key={rule.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                  <div className="min-w-40 flex-1">
                    <p className="font-medium wrap-anywhere">{rule.name}</p>
                    <p className="text-sm text-quiet">
                      When {rule.event}; {rule.conditions.length}{" "}
                      {rule.conditions.length === 1 ? "condition" : "conditions"}, {rule.actions.length}{" "}
                      {rule.actions.length === 1 ? "action" : "actions"}; {ranWords(rule.runs)}
                    </p>
                  </div>
                  <span className="text-sm">
                    <Status kind={rule.enabled ? "good" : "none"}>{rule.enabled ? "In force" : "Off"}</Status>
                  </span>
                  <div className="flex items-center">
                    {([-1, 1] as const).map((by) => (
                      <Form key={by} method="post" action={href(path)} preventScrollReset>
                        <input type="hidden" name="ids" value={moved(ids, index, by)} />
                        <Button
                          variant="ghost"
                          icon={by < 0 ? ArrowUp : ArrowDown}
                          name="intent"
                          value="rank"
                          label={`Move ${rule.name} ${by < 0 ? "up" : "down"}`}
                          {...((by < 0 ? index === 0 : index === rules.length - 1)
                            ? { disabledReason: by < 0 ? "It is the first." : "It is the last." }
                            : {})}
                        />
                      </Form>
                    ))}
                    <LinkButton
                      to={href("/ticketing/settings/automations/:id", { id: rule.id })}
                      variant="ghost"
                      icon={Pencil}
                      label={`Edit ${rule.name}`}
                      preventScrollReset
                    />
                    <Remove id={rule.id} name={rule.name} used={0} others={[]} />
                  </div>
                </li>
              ))}
            </ol>
          )}
        </section>
        <Runs runs={runs} names={new Map(rules.map(({ id, name }) => [id, name]))} zone={zone} />
      </div>
      <Outlet />
    </>
  );
}
