// /settings/groups/delete - the last step before a role goes (?id=)
import { useActionData, useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { parseRoleId } from "./people/users.server";

const path = "/settings/groups/delete";

export const meta = titled("Delete a role");

export const loader = page(path, async ({ api, url }) => ({
  role: expectStatus(await api.identity.role({ params: { id: parseRoleId(url.searchParams.get("id") ?? "") } }), 200),
}));

export const action = deleteAction(
  path,
  ({ api, url }) => api.identity.deleteRole({ params: { id: parseRoleId(url.searchParams.get("id") ?? "") } }),
  ({ message }) => ({ to: href("/settings/groups"), message }),
);

export default function DeleteRole() {
  const { role } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const why = role.system
    ? "A system role can't be deleted."
    : role.members > 0
      ? "People have this role. Give them another one first."
      : undefined;
  return (
    <DeleteConfirm
      title={`Delete the role ${role.name}?`}
      text="A deleted role can't be restored."
      facts={[
        { label: "Role", value: role.name },
        { label: "People", value: commas(role.members) },
        { label: "Permissions", value: role.permissions.map(({ name }) => name).join(", ") || "None" },
      ]}
      submitLabel="Delete the role"
      disabledReason={why}
      back={{ label: "Group management", to: href("/settings/groups") }}
      last={last}
    />
  );
}
