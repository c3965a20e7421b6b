// /ticketing/settings/email/mailbox - connecting a mailbox for tickets
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { redirectOldQuery } from "../kit/old-query.server";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { mailboxAction } from "./settings/mailbox.server";
import { MailboxPage } from "./settings/mailbox-page";

const path = "/ticketing/settings/email/mailbox";

export const meta = titled("Mailbox of ticketing");

export const loader = page(path, async ({ url, from }) => {
  const leaves = url.searchParams.has("leave");
  redirectOldQuery(url, {
    id: (id) =>
      leaves
        ? href("/ticketing/settings/email/mailbox/:id/disconnect", { id })
        : href("/ticketing/settings/email/mailbox/:id", { id }),
  });
  return { demo: from.settings.demo };
});

export const action = mailboxAction(path);

export default function NewMailbox() {
  const { demo } = useLoaderData<typeof loader>();
  return <MailboxPage known={null} demo={demo} last={useActionData<typeof action>()} />;
}
