import { sql } from "kysely";
import { mailLater } from "../../kit/mail";
import type { Notice } from "../contract.notices";
import { type Act, rows, texts } from "../desk/act";

type Kind = Notice["kind"];

/** Who has said nothing is shown everything, and mailed what cannot wait. */
export const mailedUnlessSaid: readonly Kind[] = ["assigned", "sla breached", "automation"];

/** Whose mails carry links, and where they lead. */
export type Told = { users: readonly string[]; kind: Kind; ticket: number; words: string; key: string };

/**
 * Tells people of something, each at most once for a key and in the ways they chose. Answers how many were told.
 */
export async function notify(act: Act, { users, kind, ticket, words, key }: Told): Promise<number> {
  if (users.length === 0) return 0;
  const { trx, account, now } = act;
  const mails = mailedUnlessSaid.includes(kind);
  const told = await rows<{ user_id: string; mail: boolean; email: string }>(
    trx,
    sql`
    with people as (
      select w.user_id, w.email, coalesce(p.in_app, true) as in_app, coalesce(p.email, ${mails}) as mail
      from ticketing.people w left join ticketing.notice_preferences p
        on p.customer_account = w.customer_account and p.user_id = w.user_id and p.kind = ${kind}
      where w.customer_account = ${account} and w.user_id = any(${texts([...new Set(users)])})
    ), written as (
      insert into ticketing.notices (customer_account, user_id, kind, ticket_id, words, key, shown, at)
      select ${account}, user_id, ${kind}, ${ticket}, ${words.slice(0, 500)}, ${key}, in_app, ${now} from people
      on conflict (customer_account, user_id, key) do nothing returning user_id
    )
    select user_id, mail, email from people join written using (user_id)`,
  );
  for (const { user_id, mail, email } of told) {
    act.touched.people.add(user_id);
    if (mail && email !== "")
      await mailLater(
        trx,
        account,
        { to: email, subject: words.slice(0, 150), text: `${words}\n\n${act.site}/ticketing/show/${ticket}\n` },
        { key: `ticketing ${account} ${user_id} ${key}` },
      );
  }
  return told.length;
}
