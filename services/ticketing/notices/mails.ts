import { mailLater } from "../../kit/mail";
import type { Act } from "../desk/act";

/** A notice that goes out by e-mail as well. */
export type NoticeMail = { user_id: string; email: string; kind: string; ticket: number; words: string; key: string };

/** Where a notice leads: whoever reported an issue has no ticket to open, it is the support desk's. */
export function pageOfNotice(kind: string, ticket: number): string {
  return kind === "issue answered" || kind === "issue resolved" ? "/issues" : `/ticketing/show/${ticket}`;
}

/** More notices of one kind than this in one act are one mail. */
const mostMails = 5;
/** Tickets named in such a mail. */
const mostNamed = 50;

/** Queues the mails of an act: giving somebody five hundred tickets is one mail, not five hundred. */
export async function sendNoticeMails({ trx, account, site, touched }: Act): Promise<void> {
  const groups = new Map<string, NoticeMail[]>();
  for (const mail of touched.mails) {
    const group = `${mail.user_id} ${mail.kind}`;
    groups.set(group, [...(groups.get(group) ?? []), mail]);
  }
  for (const mails of groups.values()) {
    const [first] = mails;
    if (!first) continue;
    const key = (of: NoticeMail) => ({ key: `ticketing ${account} ${of.user_id} ${of.key}` });
    if (mails.length <= mostMails) {
      for (const one of mails) {
        const text = `${one.words}\n\n${site}${pageOfNotice(one.kind, one.ticket)}\n`;
        await mailLater(trx, account, { to: one.email, subject: one.words.slice(0, 150), text }, key(one));
      }
      continue;
    }
    const named = mails
      .slice(0, mostNamed)
      .map(({ words, kind, ticket }) => `${words}\n${site}${pageOfNotice(kind, ticket)}\n`);
    const rest = mails.length > mostNamed ? [`And ${mails.length - mostNamed} more.\n`] : [];
    const text = [...named, ...rest, `All your notices: ${site}/notifications\n`].join("\n");
    const subject = `${mails.length} tickets: ${first.words}`.slice(0, 150);
    await mailLater(trx, account, { to: first.email, subject, text }, key(first));
  }
}
