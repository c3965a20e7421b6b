// /chat/channels/webchat/:id/delete - the last step before a web chat application goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { unsaved } from "./channels/webchat.server";

const path = "/chat/channels/webchat/:id/delete";

export const meta = titled("Delete a web chat");

export const loader = page(path, async ({ api, params }) => ({
  application: expectStatus(await api.webchat.application({ params: { id: Number(params.id) } }), 200),
}));

export const action = deleteAction(
  path,
  ({ api, params }) => api.webchat.deleteApplication({ params: { id: Number(params.id) } }),
  ({ message }) => ({ to: href("/chat/channels/webchat"), message }),
  unsaved,
);

export default function DeleteApplication() {
  const { application } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { name, domains, visitors } = application;
  return (
    <DeleteConfirm
      title={`Delete ${name}?`}
      text="The chat disappears from every page with its script line, and its visitors' sessions end. Conversations are kept."
      facts={[
        { label: "Sites", value: domains.join("\n") || "Every site" },
        { label: "Visitors in 7 days", value: visitors },
      ]}
      submitLabel="Delete web chat"
      back={{ label: "Web chat", to: href("/chat/channels/webchat") }}
      last={last}
    />
  );
}
