// /crm/settings/leadstages/new - a new stage of leads (drawer)
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { StageDrawer, StageFields } from "./settings/stage-drawer";

const path = "/crm/settings/leadstages/new";

export const loader = page(path, async () => null);

export const action = act(path, StageFields, async ({ api, value, refuse, from }) => {
  const answer = await api.crm.createLeadStage({ body: value });
  return answer.status === 201 ? done(from, href("/crm/settings/leadstages"), "Stage added") : refuse(answer.body);
});

export default function NewStage() {
  return <StageDrawer title="New stage" button="Add the stage" given={{}} last={useActionData<typeof action>()} />;
}
