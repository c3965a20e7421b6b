// /settings/templates/:id/delete - the last step before a template goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { channelNames } from "../kit/templates/templates.list";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/settings/templates/:id/delete";

export const meta = titled("Delete a template");

export const loader = page(path, async ({ api, params, viewer }) => ({
  template: expectStatus(await api.messaging.template({ params: { id: Number(params.id) } }), 200),
  zone: viewer.time_zone,
}));

export const action = deleteAction(
  path,
  ({ api, params }) => api.messaging.deleteTemplate({ params: { id: Number(params.id) } }),
  () => ({ to: href("/settings/templates"), message: "Template deleted" }),
);

export default function DeleteTemplate() {
  const { template, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <DeleteConfirm
      title={`Delete ${template.name}?`}
      text="A deleted template cannot be restored. Sent messages stay in the history."
      facts={[
        { label: "Channel", value: channelNames[template.channel] },
        { label: "Message", value: template.body },
        { label: "Changed", value: <DateTime at={template.updated_at} zone={zone} /> },
      ]}
      submitLabel="Delete the template"
      back={{ label: "Templates", to: href("/settings/templates") }}
      last={last}
    />
  );
}
