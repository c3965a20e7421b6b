// /voice/settings/numbers/:id/delete - the last step before a number goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/voice/settings/numbers/:id/delete";
const back = href("/voice/settings");

export const meta = titled("Remove a number");

export const loader = page(path, async ({ api, params }) => {
  const { data } = expectStatus(await api.voice.accountNumbers({}), 200);
  const number = data.find(({ id }) => String(id) === params.id);
  if (!number) throw new Response("There is no such number.", { status: 404 });
  return number;
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.voice.removeNumber({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: back, message, title: "Removed" }),
);

export default function RemoveNumber() {
  const { phoneNumber, queue } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Remove ${numberWords(phoneNumber)}?`}
      text="Nobody can call in or out with it any more. Its calls stay in the reports."
      facts={[{ label: "Queue", value: queue || "None" }]}
      submitLabel="Remove the number"
      back={{ label: "Voice settings", to: back }}
      last={useActionData<typeof action>()}
    />
  );
}
