// /email/outbox/:id/cancel - the last step before the rest of an email is cancelled
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { X } from "lucide-react";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { href } from "../href";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { act, page } from "../shell/page.server";
import { mailingTitle } from "./mailings/labels";
import { mailingAt, mailingId } from "./mailings/mailing.server";

const path = "/email/outbox/:id/cancel";

export const meta = titled("Cancel the email");

export const loader = page(path, async ({ api, params }) => {
  const mailing = await mailingAt(api, params);
  if (!["scheduled", "sending", "paused"].includes(mailing.status))
    throw redirect(href("/email/outbox/:id", { id: mailing.id }));
  return { mailing };
});

export const action = act(path, NoFields, async ({ api, params, refuse }) => {
  const id = mailingId(params.id);
  const answer = await api.email.cancelMailing({ params: { id } });
  if (answer.status === 201) return redirect(href("/email/outbox/:id", { id }));
  return refuse({ ...answer.body, title: "Not cancelled" });
});

export default function CancelEmail() {
  const { mailing } = useLoaderData<typeof loader>();
  const back = href("/email/outbox/:id", { id: mailing.id });
  return (
    <DeleteConfirm
      title={`Cancel ${mailingTitle(mailing)}?`}
      text="Emails that were sent stay sent. The others are not sent, and their cost is refunded."
      facts={[
        { label: "Sent", value: commas(mailing.sent + mailing.bounced) },
        { label: "Not sent yet", value: commas(mailing.queued) },
        { label: "Reserved", value: showKes(mailing.held_cents) },
      ]}
      submitLabel="Cancel the email"
      icon={X}
      back={{ label: mailingTitle(mailing), to: back }}
      keepLabel="Keep sending"
      last={useActionData<typeof action>()}
    />
  );
}
