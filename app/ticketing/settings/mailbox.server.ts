import type { ServiceClients } from "../../../services/modules";
import { href } from "../../href";
import { act, done, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { MailboxForm } from "./mailbox-page";

/** @throws Response 404 */
export async function loadMailbox(api: ServiceClients, id: string | undefined) {
  const mailboxes = expectStatus(await api.social.mailboxes(), 200).data;
  const known = mailboxes.find((one) => String(one.id) === id);
  if (!known) throw new Response("There is no such mailbox.", { status: 404 });
  return known;
}

/** What the page of a mailbox posts: its connection, or a test of it. */
export function mailboxAction(path: Path) {
  return act(
    path,
    MailboxForm,
    async ({ api, params, value, from, refuse }) => {
      if (value.intent === "connect") {
        const { intent: _, ...body } = value;
        const answer = await api.social.connectMailbox({ body });
        if (answer.status !== 201) return refuse(answer.body);
        return done(from, href("/ticketing/settings/email"), answer.body.message);
      }
      const id = Number((params as { id?: string }).id) || 0;
      const answer = await api.social.testMailbox({ params: { id } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, href("/ticketing/settings/email/mailbox/:id", { id }), answer.body.message);
    },
    { secret: ["imap.password", "smtp.password"] },
  );
}
