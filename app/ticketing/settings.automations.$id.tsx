// /ticketing/settings/automations/:id - a rule, or a new one: event, conditions, actions (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, expectStatus, page } from "../shell/page.server";
import { RuleDrawer } from "./automations/rule-drawer";
import { typedFromRule } from "./automations/rule-form";
import { changeRule, RuleForm } from "./automations/rules.server";
import { loadChoices } from "./kit/choices.server";

const path = "/ticketing/settings/automations/:id";

export const loader = page(path, async ({ api, params }) => {
  const [rules, choices] = await Promise.all([
    params.id === "new" ? undefined : api.ticketing.automations({}),
    loadChoices(api),
  ]);
  const rule = rules && expectStatus(rules, 200).data.find(({ id }) => String(id) === params.id);
  if (rules && !rule) throw new Response("There is no such automation.", { status: 404 });
  return { id: params.id, fresh: !rule, held: typedFromRule(rule ?? null), choices };
});

export const action = act(path, RuleForm, changeRule);

export default function RulePage() {
  const { id, ...loaded } = useLoaderData<typeof loader>();
  return (
    <RuleDrawer
      key={id}
      {...loaded}
      close={href("/ticketing/settings/automations")}
      last={useActionData<typeof action>()}
    />
  );
}
