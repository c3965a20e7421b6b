import { sql } from "kysely";
import type { Security } from "../../connectors/email/imap";
import { inAccount, readAccount } from "../../kit/database";
import { type ChannelRow, channelRows, channelSecrets } from "../channels";
import type { SocialContext } from "../deps";
import { type As, explain, NotConnected, saveChannel } from "../save";
import { type EmailSettings, emailSettings, mailHosts } from "./settings";
import { signInAt } from "./sign-in";

type HostForm = { host: string; port: number; security: Security; user: string; password: string };
export type EmailForm = { address: string; name: string; imap: HostForm; smtp: HostForm; auto_reply?: string };
/** For tickets: what new mails of a mailbox become, and why one that is there may not be changed. */
type ForTickets = { new_mails: EmailSettings["new_mails"]; mustNot?(before: EmailSettings): string | undefined };

/**
 * Signs in at both hosts and keeps the mailbox. An empty password stays what it was, as long as it goes to the same
 * host and user. @throws NotConnected
 */
export async function connectEmail(
  service: SocialContext,
  account: string,
  given: EmailForm,
  as: As,
  forTickets?: ForTickets,
): Promise<ChannelRow> {
  const { db, deps } = service;
  const address = given.address.toLowerCase();
  const [before] = await readAccount(db, account, (trx) =>
    channelRows(trx, account, sql`c.channel = 'email' and c.external_id = ${address}`),
  );
  const known = before ? emailSettings(before) : undefined;
  const refused = known && forTickets?.mustNot?.(known);
  if (refused) throw new NotConnected(refused);
  const kept = before ? mailHosts(before, channelSecrets(deps.secret, account, before)) : undefined;
  const host = (side: "imap" | "smtp") => {
    const { password, ...where } = { ...given[side], user: given[side].user || address };
    const old = kept?.[side];
    const same =
      old?.host === where.host && old.user === where.user && old.port === where.port && old.security === where.security;
    const used = password || (same ? old.password : "");
    if (used === "")
      throw new NotConnected(
        `Give the password of ${side === "imap" ? "the mailbox (IMAP)" : "the outgoing host (SMTP)"}.`,
      );
    return { ...where, password: used };
  };
  const [imap, smtp] = [host("imap"), host("smtp")];
  const { uidValidity, uidNext } = await signInAt(deps, imap, smtp).catch((error: unknown) => explain("email", error));
  const open = ({ password: _, ...where }: HostForm) => where;
  const settings: EmailSettings = {
    ...{ imap: open(imap), smtp: open(smtp), auto_reply: given.auto_reply ?? known?.auto_reply ?? "" },
    new_mails: forTickets?.new_mails ?? known?.new_mails ?? "chat",
  };
  const { row } = await saveChannel(
    service,
    account,
    {
      ...{ channel: "email", who: { id: address, name: given.name || address, shown: address }, name: given.name },
      ...{ secrets: { token: imap.password, smtp: smtp.password, verify: "" }, token_until: null, settings },
    },
    as,
  );
  const moved = kept !== undefined && (kept.imap.host !== imap.host || kept.imap.user !== imap.user);
  const isNew = sql`(${moved} or m.uid_validity is null)`;
  // What arrives from now on is taken, although the mailbox is read a few seconds later.
  await inAccount(db, account, (trx) =>
    sql`
      insert into social.mailboxes as m (customer_account, channel_id, uid_validity, last_uid, opened_at)
      values (${account}, ${row.id}, ${uidValidity}, ${uidNext - 1}, now())
      on conflict (customer_account, channel_id) do update set failures = 0,
        uid_validity = case when ${isNew} then excluded.uid_validity else m.uid_validity end,
        last_uid = case when ${isNew} then excluded.last_uid else m.last_uid end,
        opened_at = case when ${isNew} then excluded.opened_at else m.opened_at end`.execute(trx),
  );
  return row;
}
