// /chat/channels/mobile/:id/delete - the last step before a mobile app is disconnected
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { unsaved } from "./channels/webchat.server";

const path = "/chat/channels/mobile/:id/delete";

export const meta = titled("Disconnect a mobile app");

export const loader = page(path, async ({ api, params }) => ({
  app: expectStatus(await api.webchat.mobileApp({ params: { id: Number(params.id) } }), 200),
}));

export const action = deleteAction(
  path,
  ({ api, params }) => api.webchat.deleteMobileApp({ params: { id: Number(params.id) } }),
  ({ message }) => ({ to: href("/chat/channels/mobile"), message }),
  unsaved,
);

export default function DeleteMobileApp() {
  const { app } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DeleteConfirm
      title={`Disconnect ${app.name}?`}
      text="Its key stops working, the sessions of its users end, and its Firebase key and push tokens are deleted. Conversations are kept."
      facts={[
        { label: "Android package", value: app.android_package || "None" },
        { label: "iOS bundle ID", value: app.ios_bundle || "None" },
        { label: "Users in 7 days", value: app.visitors },
      ]}
      submitLabel="Disconnect"
      back={{ label: app.name, to: href("/chat/channels/mobile/:id", { id: app.id }) }}
      last={last}
    />
  );
}
