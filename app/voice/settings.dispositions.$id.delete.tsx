// /voice/settings/dispositions/:id/delete - the last step before a disposition of calls goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/voice/settings/dispositions/:id/delete";
const back = href("/voice/settings");

export const meta = titled("Delete a disposition of calls");

export const loader = page(path, async ({ api, params }) => {
  const { data } = expectStatus(await api.voice.dispositionTypes({}), 200);
  const one = data.find(({ id }) => String(id) === params.id);
  if (!one) throw new Response("There is no such disposition.", { status: 404 });
  return one;
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.voice.removeDispositionType({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: back, message, title: "Deleted" }),
);

export default function DeleteDisposition() {
  const { name, items } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Delete ${name}?`}
      text="Agents can no longer choose it. Calls that have it keep its name."
      facts={[{ label: "Items", value: items.map(({ title }) => title).join(", ") || "None" }]}
      submitLabel="Delete the disposition"
      back={{ label: "Voice settings", to: back }}
      last={useActionData<typeof action>()}
    />
  );
}
