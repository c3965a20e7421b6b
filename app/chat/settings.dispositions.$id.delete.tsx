// /chat/settings/dispositions/:id/delete - the last step before a disposition goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { plural } from "./settings/labels";

const path = "/chat/settings/dispositions/:id/delete";
const list = href("/chat/settings/dispositions");

export const meta = titled("Delete a disposition");

export const loader = page(path, async ({ api, params }) => {
  const { data } = expectStatus(await api.chat.dispositionSettings({}), 200);
  const one = data.find(({ id }) => String(id) === params.id);
  if (!one) throw new Response("There is no such disposition.", { status: 404 });
  return { name: one.name, used: one.used, items: one.items.map(({ title }) => title) };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.chat.removeDispositionType({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: list, message, title: "Deleted" }),
);

export default function DeleteDisposition() {
  const { name, used, items } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Delete ${name}?`}
      text={`${used === 0 ? "No conversation uses it. " : `${plural(used, "conversation uses it and keeps", "conversations use it and keep")} its name. `}Agents can no longer choose it.`}
      facts={[
        { label: "Items", value: items.join(", ") || "None" },
        { label: "Used by", value: plural(used, "conversation") },
      ]}
      submitLabel="Delete the disposition"
      back={{ label: "Chat dispositions", to: list }}
      last={useActionData<typeof action>()}
    />
  );
}
