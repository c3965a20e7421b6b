// /settings/users/:id/remove - the last step before a person goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { UserMinus } from "lucide-react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadPerson, parseUserId } from "./people/users.server";
import { listHoldings } from "./roles/holdings.server";
import { whysFor } from "./roles/rights";

const path = "/settings/users/:id/remove";

export const meta = titled("Remove a person");

export const loader = page(path, async ({ api, params, viewer }) => {
  const member = await loadPerson(api, params.id);
  return { member, why: whysFor(viewer, member).remove, holdings: await listHoldings(api, member) };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.identity.removeMember({ params: { id: parseUserId(params.id) } }),
  ({ name }) => ({ to: href("/settings/users"), message: `${name} was removed.` }),
);

export default function RemovePerson() {
  const { member, why, holdings } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = href("/settings/users/:id/details", { id: member.id });
  const many = member.sessions === 1 ? "1 sign-in ends at once" : `${commas(member.sessions)} sign-ins end at once`;
  const sessions = member.sessions === 0 ? "Not signed in" : many;
  return (
    <DeleteConfirm
      title={`Remove ${member.name}?`}
      text="They can no longer sign in. You can restore them later."
      facts={[
        { label: "Person", value: member.name, note: member.email },
        { label: "Role", value: member.role || "No role", note: member.group_name },
        { label: "Open now", value: sessions },
        ...holdings.map(({ label, count, note }) => ({ label, value: commas(count), note })),
      ]}
      note="Tickets, chats and leads stay assigned to them until you move them. Their activity stays in the history."
      submitLabel={`Remove ${member.name}`}
      icon={UserMinus}
      disabledReason={why}
      back={{ label: member.name, to: back }}
      keepLabel="Keep them"
      last={last}
    />
  );
}
