// /ticketing/settings/email/mailbox/:id - the settings of a mailbox for tickets
import { useActionData, useLoaderData } from "@remix-run/react";
import { titledBy } from "../kit/title";
import { page } from "../shell/page.server";
import { loadMailbox, mailboxAction } from "./settings/mailbox.server";
import { MailboxPage } from "./settings/mailbox-page";

const path = "/ticketing/settings/email/mailbox/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.known.address ?? "Mailbox");

export const loader = page(path, async ({ api, params, from }) => ({
  known: await loadMailbox(api, params.id),
  demo: from.settings.demo,
}));

export const action = mailboxAction(path);

export default function Mailbox() {
  const { known, demo } = useLoaderData<typeof loader>();
  return <MailboxPage key={known.id} known={known} demo={demo} last={useActionData<typeof action>()} />;
}
