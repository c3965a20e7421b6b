// /crm/settings/scoreconfig/:id - changing a rule of the score (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, done, expectStatus, page } from "../shell/page.server";
import { RuleDrawer, RuleFields, ruleBody } from "./settings/rule-drawer";

const path = "/crm/settings/scoreconfig/:id";

export const loader = page(path, async ({ api, params }) => {
  const [rules, properties] = await Promise.all([api.crm.leadScoreRules({}), api.crm.scoreProperties({})]);
  const rule = expectStatus(rules, 200).data.find(({ id }) => String(id) === params.id);
  if (!rule) throw new Response("There is no such rule.", { status: 404 });
  return { rule, properties: expectStatus(properties, 200).data };
});

export const action = act(path, RuleFields, async ({ api, params, value, refuse, stay, from }) => {
  const id = Number(params.id) || 0;
  const body = ruleBody(value);
  if (value.intent === "preview") {
    const counted = await api.crm.previewLeadScoreRule({ query: { ...body, rule: id } });
    return counted.status === 200 ? stay({ preview: counted.body }) : refuse(counted.body);
  }
  const answer = await api.crm.updateLeadScoreRule({ params: { id }, body });
  return answer.status === 201 ? done(from, href("/crm/settings/scoreconfig"), "Rule saved") : refuse(answer.body);
});

export default function ChangeRule() {
  const { rule, properties } = useLoaderData<typeof loader>();
  const { property, operator, value, points, fades } = rule;
  return (
    <RuleDrawer
      key={rule.id}
      title="Change the rule"
      button="Save the rule"
      properties={properties}
      given={{ property, operator, value, points: String(points), ...(fades ? { fades: "on" } : {}) }}
      last={useActionData<typeof action>()}
    />
  );
}
