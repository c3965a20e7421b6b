import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Contact } from "../../chat/contract.schemas";
import type { Mail } from "../../connectors/email/read";
import { sendMail } from "../../connectors/email/smtp";
import { inAccount } from "../../kit/database";
import { hasRows } from "../../kit/rows";
import { channelSecrets } from "../channels";
import { takeItem } from "../incoming";
import { networks } from "../networks";
import type { Taking } from "../taking";
import { answeredLately, enter } from "./mail-ledger";
import { replyHeaders } from "./send-mail";
import { emailSettings, mailHosts, mailPolicy, ownId } from "./settings";
import { mailboxAddress } from "./unproven";

/**
 * Tells a new customer that their mail is here, where the channel has words for that: once a conversation and once an
 * hour at most, and never to a machine (RFC 3834, statement M15). What fails here fails silently: it is no answer.
 */
export async function acknowledge(given: Taking, mail: Mail, contact: Contact, to: string): Promise<void> {
  const { db, deps, account, row } = given;
  const { auto_reply: text } = emailSettings(row);
  if (text === "" || mail.automatic !== "" || contact.opened || contact.ended) return;
  if (networks.email.rehearsal.customers.includes(to)) return;
  const id = createHash("sha256").update(`${account} ${row.id} ${mail.key} auto`).digest("hex").slice(0, 32);
  const key = ownId(deps.secret, account, row, id);
  const { contact_id } = contact;
  const fresh = await inAccount(db, account, async (trx) => {
    if (await answeredLately(trx, account, row.id, to, key)) return false;
    const found = await hasRows(
      trx,
      sql`
      select 1 from social.mails where customer_account = ${account} and channel_id = ${row.id} and contact_id = ${contact_id}
        and direction = 'out' limit 1`,
    );
    if (found) return false;
    return enter(trx, account, row.id, { key, direction: "out", external_id: to, contact_id, automatic: true });
  });
  if (!fresh) return;
  const answered = { key: mail.key, answers: mail.answers, subject: mail.subject };
  const sent = await sendMail(mailHosts(row, channelSecrets(deps.secret, account, row)).smtp, mailPolicy(deps), {
    from: { name: row.name, address: row.external_id },
    ...{ to: mailboxAddress(to), messageId: key, automatic: true, text },
    ...replyHeaders(answered),
  });
  if (sent.kind !== "sent") return;
  const sender = { external_id: to, aliases: [], name: "", msisdn: "", language: "" };
  await takeItem(given, {
    ...{ kind: "message", provider_id: key, at: Date.now(), sender, recipient: row.external_id, type: "text", text },
    ...{ meta: { automatic: "acknowledged" }, echo: true },
  });
}
