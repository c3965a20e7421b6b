// /whatsapp/inboxes/broadcasts/:id/cancel - the last step before the rest of a broadcast is cancelled
import { useActionData, useLoaderData } from "@remix-run/react";
import { X } from "lucide-react";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { broadcastAt, broadcastId } from "./broadcasts/broadcast.server";
import { broadcastTitle, openCount, some, takenCount } from "./broadcasts/labels";

const path = "/whatsapp/inboxes/broadcasts/:id/cancel";

export const meta = titled("Cancel a broadcast");

export const loader = page(path, async ({ api, params }) => ({ broadcast: await broadcastAt(api, params) }));

export const action = deleteAction(
  path,
  ({ api, params }) => api.whatsapp.cancelBroadcast({ params: { id: broadcastId(params.id) } }),
  ({ message }, { params }) => ({
    ...{ to: href("/whatsapp/inboxes/broadcasts/:id", { id: params.id }), message, title: "Cancelled" },
  }),
);

export default function CancelBroadcast() {
  const { broadcast } = useLoaderData<typeof loader>();
  const { id, status, cost_cents } = broadcast;
  const over = status === "finished" || status === "cancelled";
  const last = useActionData<typeof action>();
  const back = { label: broadcastTitle(broadcast), to: href("/whatsapp/inboxes/broadcasts/:id", { id }) };
  if (status === "draft")
    return (
      <DeleteConfirm
        title={`Discard the draft to ${some(openCount(broadcast), "number")}?`}
        text="Nothing of it was sent or charged. It stays in the broadcast history as cancelled, and can't be sent any more."
        facts={[{ label: "Template", value: broadcast.template_name }]}
        submitLabel="Discard the draft"
        icon={X}
        keepLabel="Keep it"
        {...{ back, last }}
      />
    );
  return (
    <DeleteConfirm
      title={`Cancel the ${some(openCount(broadcast), "message")} not sent yet?`}
      text="Sent messages can't be recalled, and are charged. What is reserved for the rest is refunded."
      facts={[
        { label: "Not sent yet", value: commas(openCount(broadcast)) },
        { label: "Sent already", value: commas(takenCount(broadcast)) },
        { label: "Reserved", value: showKes(cost_cents) },
      ]}
      submitLabel="Cancel the rest"
      icon={X}
      disabledReason={over ? "This broadcast has ended." : undefined}
      keepLabel="Go back"
      {...{ back, last }}
    />
  );
}
