// /chat/settings/labels/:id/delete - the last step before a label goes: deleted, or archived where it is used
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { plural } from "./settings/labels";
import { numberIn } from "./settings/settings.server";

const path = "/chat/settings/labels/:id/delete";
const list = href("/chat/settings/labels");

export const meta = titled("Delete a label");

export const loader = page(path, async ({ api, params }) => {
  const { id = 0 } = numberIn(params.id);
  const { data } = expectStatus(await api.chat.labels({ query: { label_id: id } }), 200);
  const label = data.find((one) => one.id === id);
  if (!label) throw new Response("There is no such label.", { status: 404 });
  return { name: label.name, used: label.used };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.chat.removeLabel({ params: { id: numberIn(params.id).id ?? 0 } }),
  ({ message }) => ({ to: list, message, title: "Done" }),
);

export default function DeleteLabel() {
  const { name, used } = useLoaderData<typeof loader>();
  const kept = `${plural(used, "conversation has it and keeps it", "conversations have it and keep it")}. Agents can no longer add it, and reports still show it.`;
  return (
    <DeleteConfirm
      title={used > 0 ? `Archive ${name}?` : `Delete ${name}?`}
      text={used > 0 ? kept : "No conversation has it. Agents can no longer add it."}
      facts={[{ label: "Used by", value: plural(used, "conversation") }]}
      submitLabel={used > 0 ? "Archive the label" : "Delete the label"}
      back={{ label: "Chat labels", to: list }}
      last={useActionData<typeof action>()}
    />
  );
}
