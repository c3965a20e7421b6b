import { sql } from "kysely";
import type { Notice } from "../contract.notices";
import { type Act, json, rows } from "../desk/act";

type Kind = Notice["kind"];

/** Who has said nothing is shown everything, and mailed what cannot wait. */
export const mailedUnlessSaid: readonly Kind[] = ["assigned", "sla breached", "automation", "issue resolved"];

/** What people are told of a ticket; each hears of one `key` once, whoever tells it and however often. */
export type Told = { users: readonly string[]; kind: Kind; ticket: number; words: string; key: string };

/**
 * Tells people of something, each at most once for a key and in the ways they chose; their mails go out with the end of
 * the act. Answers how many were told.
 */
export async function notify(act: Act, told: readonly Told[]): Promise<number> {
  const given = told.flatMap(({ users, kind, ticket, words, key }) =>
    [...new Set(users)].map((user_id) => {
      const mails = mailedUnlessSaid.includes(kind);
      return { user_id, kind, ticket, words: words.slice(0, 500), key, mails };
    }),
  );
  if (given.length === 0) return 0;
  const { trx, account, now, touched } = act;
  const written = await rows<{
    user_id: string;
    email: string;
    kind: Kind;
    ticket: number;
    words: string;
    key: string;
    mail: boolean;
  }>(
    trx,
    sql`
    with given as (
      select * from jsonb_to_recordset(${json(given)})
        as x (user_id text, kind text, ticket bigint, words text, key text, mails boolean)
    ), people as (
      select g.*, w.email, coalesce(p.in_app, true) as in_app, coalesce(p.email, g.mails) as mail
      from given g join ticketing.people w on w.customer_account = ${account} and w.user_id = g.user_id
        left join ticketing.notice_preferences p
          on p.customer_account = w.customer_account and p.user_id = w.user_id and p.kind = g.kind
    ), written as (
      insert into ticketing.notices (customer_account, user_id, kind, ticket_id, words, key, shown, at)
      select ${account}, user_id, kind, ticket, words, key, in_app, ${now} from people
      on conflict (customer_account, user_id, key) do nothing returning user_id, key
    )
    select user_id, email, kind, ticket, words, key, mail from people join written using (user_id, key)`,
  );
  for (const { mail, email, ...one } of written) {
    touched.people.add(one.user_id);
    if (mail && email !== "") touched.mails.push({ ...one, email });
  }
  return written.length;
}
