// /chat/settings/trigger/:id/delete - the last step before a trigger goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageWords } from "../../rules/chat-triggers";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/chat/settings/trigger/:id/delete";
const list = href("/chat/settings/trigger");

export const meta = titled("Delete a trigger");

export const loader = page(path, async ({ api, params }) => {
  const { data } = expectStatus(await api.chat.chatTriggers({}), 200);
  const trigger = data.find(({ id }) => String(id) === params.id);
  if (!trigger) throw new Response("There is no such trigger.", { status: 404 });
  return { trigger };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.chat.removeTrigger({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: list, message, title: "Deleted" }),
);

export default function DeleteTrigger() {
  const { trigger } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Delete ${trigger.name}?`}
      text="Your pages stop showing it. To keep it for later, change it and switch it off."
      facts={[
        { label: "Where", value: pageWords(trigger) },
        { label: "Message", value: trigger.text_en || trigger.text_sw },
      ]}
      submitLabel="Delete the trigger"
      back={{ label: "Triggers", to: list }}
      last={useActionData<typeof action>()}
    />
  );
}
