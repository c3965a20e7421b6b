// /ticketing/settings/sla/policies/:id - a policy, or a new one (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, expectStatus, page } from "../shell/page.server";
import { loadChoices } from "./kit/choices.server";
import { changePolicy, PolicyForms } from "./settings/policy.server";
import { PolicyDrawer } from "./settings/policy-drawer";

const path = "/ticketing/settings/sla/policies/:id";

export const loader = page(path, async ({ api, params, viewer }) => {
  const [policies, hours, choices] = await Promise.all([
    params.id === "new" ? undefined : api.ticketing.policies({}),
    api.ticketing.operationalHours({}),
    loadChoices(api),
  ]);
  const policy = policies && expectStatus(policies, 200).data.find(({ id }) => String(id) === params.id);
  if (policies && !policy) throw new Response("There is no such policy.", { status: 404 });
  return {
    policy: policy ?? null,
    hours: expectStatus(hours, 200).data.map(({ id, name }) => ({ value: String(id), label: name })),
    choices,
    zone: viewer.time_zone,
  };
});

export const action = act(path, PolicyForms, changePolicy);

export default function PolicyPage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <PolicyDrawer
      key={loaded.policy?.id}
      {...loaded}
      close={href("/ticketing/settings/sla/policies")}
      last={useActionData<typeof action>()}
    />
  );
}
