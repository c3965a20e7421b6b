// /contacts/contact-group/details/delete - the last step before a group goes (?id=)
import { useActionData, useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { groupTypeNames } from "../kit/contact-groups.list";
import { DateTime } from "../kit/date-time";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { parseSearch } from "../kit/list";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { members } from "./contact-group.details.list";

const path = "/contacts/contact-group/details/delete";

export const meta = titled("Delete a contact group");

export const loader = page(path, async ({ api, url, viewer }) => ({
  group: expectStatus(await api.messaging.group({ params: { id: parseSearch(members, url).id } }), 200),
  zone: viewer.time_zone,
}));

export const action = deleteAction(
  path,
  ({ api, url }) => api.messaging.deleteGroup({ params: { id: parseSearch(members, url).id } }),
  () => ({ to: href("/contacts/contact-group"), message: "Contact group deleted" }),
);

export default function DeleteGroup() {
  const { group, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = href("/contacts/contact-group/details", undefined, { id: group.id });
  const count = `${commas(group.contacts)} ${group.contacts === 1 ? "contact" : "contacts"}`;
  return (
    <DeleteConfirm
      title={`Delete ${group.name}?`}
      text="A deleted group cannot be restored."
      facts={[
        { label: "Group", value: group.name, note: groupTypeNames[group.type] },
        { label: "In it", value: count },
        ...(group.field_names.length > 0 ? [{ label: "Merge fields", value: group.field_names.join(", ") }] : []),
        { label: "Created", value: <DateTime at={group.created_at} zone={zone} /> },
      ]}
      note="Contacts that are also in other groups stay there. This group's columns are deleted. Sent messages stay in the history."
      submitLabel={group.contacts > 0 ? `Delete the group and its ${count}` : "Delete the group"}
      back={{ label: group.name, to: back }}
      last={last}
    />
  );
}
