// /settings/api/webhooks/:id/delete - the last step before a web hook goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { webhookAt, webhookNumber } from "./api/webhook.server";

const path = "/settings/api/webhooks/:id/delete";

export const meta = titled("Delete a web hook");

export const loader = page(path, async ({ api, params }) => ({ hook: await webhookAt(api, params) }));

export const action = deleteAction(
  path,
  ({ api, params }) => api.identity.deleteWebhook({ params: webhookNumber(params) }),
  ({ message }) => ({ to: href("/settings/api/webhooks"), message }),
);

export default function DeleteWebhook() {
  const { hook } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DeleteConfirm
      title="Delete this web hook?"
      text="Its address is told of nothing any more. What waits for it is lost."
      facts={[
        { label: "Address", value: <span className="break-all">{hook.url}</span> },
        { label: "Waiting", value: commas(hook.waiting) },
      ]}
      submitLabel="Delete the web hook"
      back={{ label: "Web hook", to: href("/settings/api/webhooks/:id", { id: hook.id }) }}
      last={last}
    />
  );
}
