// /crm/settings/leadstages/:id - changing a stage of leads (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { loadStage } from "./settings/stage.server";
import { StageDrawer, StageFields } from "./settings/stage-drawer";

const path = "/crm/settings/leadstages/:id";

export const loader = page(path, loadStage);

export const action = act(path, StageFields, async ({ api, params, value, refuse, from }) => {
  const answer = await api.crm.updateLeadStage({ params: { id: Number(params.id) || 0 }, body: value });
  return answer.status === 201 ? done(from, href("/crm/settings/leadstages"), "Stage saved") : refuse(answer.body);
});

export default function ChangeStage() {
  const { stage } = useLoaderData<typeof loader>();
  const { name, category, probability, rot_days } = stage;
  return (
    <StageDrawer
      key={stage.id}
      title={name}
      button="Save the stage"
      given={{ name, category, probability: String(probability), rot_days: rot_days === null ? "" : String(rot_days) }}
      last={useActionData<typeof action>()}
    />
  );
}
