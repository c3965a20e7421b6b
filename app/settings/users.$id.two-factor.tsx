// /settings/users/:id/two-factor - the last step before a person's two-factor sign-in is turned off
import { useActionData, useLoaderData } from "@remix-run/react";
import { ShieldOff } from "lucide-react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadPerson, parseUserId } from "./people/users.server";
import { whysFor } from "./roles/rights";

const path = "/settings/users/:id/two-factor";

export const meta = titled("Turn off two-factor sign-in");

export const loader = page(path, async ({ api, params, viewer }) => {
  const member = await loadPerson(api, params.id);
  const off = member.two_factor ? undefined : `Two-factor sign-in of ${member.name} is off already.`;
  return { member, why: whysFor(viewer, member).factor ?? off };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.identity.dropMemberFactor({ params: { id: parseUserId(params.id) } }),
  ({ id, name }) => ({
    to: href("/settings/users/:id/details", { id }),
    message: `Two-factor sign-in is off for ${name}. We told them by email.`,
  }),
);

export default function TurnOffPersonFactor() {
  const { member, why } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DeleteConfirm
      title={`Turn off two-factor sign-in of ${member.name}?`}
      text="They sign in with their password only, until they set it up again. Be sure that it is they who asked for it: call them on a number you know."
      facts={[
        { label: "Person", value: member.name, note: member.email },
        { label: "Role", value: member.role || "No role", note: member.group_name },
      ]}
      note="They get an email about it. Their recovery codes stop working."
      submitLabel="Turn off two-factor sign-in"
      icon={ShieldOff}
      disabledReason={why}
      back={{ label: member.name, to: href("/settings/users/:id/details", { id: member.id }) }}
      keepLabel="Keep it on"
      last={last}
    />
  );
}
