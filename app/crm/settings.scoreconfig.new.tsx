// /crm/settings/scoreconfig/new - a new rule of the score (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, done, expectStatus, page } from "../shell/page.server";
import { RuleDrawer, RuleFields, ruleBody } from "./settings/rule-drawer";

const path = "/crm/settings/scoreconfig/new";

export const loader = page(path, async ({ api }) => ({
  properties: expectStatus(await api.crm.scoreProperties({}), 200).data,
}));

export const action = act(path, RuleFields, async ({ api, value, refuse, stay, from }) => {
  const body = ruleBody(value);
  if (value.intent === "preview") {
    const counted = await api.crm.previewLeadScoreRule({ query: body });
    return counted.status === 200 ? stay({ preview: counted.body }) : refuse(counted.body);
  }
  const answer = await api.crm.createLeadScoreRule({ body });
  return answer.status === 201 ? done(from, href("/crm/settings/scoreconfig"), "Rule added") : refuse(answer.body);
});

export default function NewRule() {
  const { properties } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return <RuleDrawer title="New rule" button="Add the rule" given={{}} properties={properties} last={last} />;
}
