// /settings/groups/skills/:id/delete - the last step before a skill goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSkill } from "./people/skills.server";

const path = "/settings/groups/skills/:id/delete";

export const meta = titled("Delete a skill");

export const loader = page(path, ({ api, params }) => loadSkill(api, params.id));

export const action = deleteAction(
  path,
  ({ api, params }) => api.identity.deleteSkill({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: href("/settings/groups/skills"), message }),
);

export default function DeleteSkill() {
  const { name, people } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Delete the skill ${name}?`}
      text="No one has it any more after that, and it can't be restored."
      facts={[
        { label: "Skill", value: name },
        { label: "People who have it", value: commas(people.length) },
      ]}
      note="Conversations that wait for this skill go to anyone who can take them, about a minute later."
      submitLabel="Delete the skill"
      back={{ label: "Skills", to: href("/settings/groups/skills") }}
      last={useActionData<typeof action>()}
    />
  );
}
