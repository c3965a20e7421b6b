import { sql } from "kysely";
import { z } from "zod";
import { plainWords } from "../../../rules/whatsapp/bot-words";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { seconds } from "../../kit/rows";
import type { Bot } from "../contract.bots";

/** Days that the figures are of. */
const days = 30;
const since = (now: Date) => sql`${now}::timestamptz - make_interval(days => ${days})`;

const CountedBot = z.object({
  inbox_id: z.number(),
  begun: z.number(),
  handed_over: z.number(),
  ended: z.number(),
  silent: z.number(),
  running: z.number(),
});
const none: Bot["figures"] = { begun: 0, handed_over: 0, ended: 0, silent: 0, running: 0 };

/** What each bot did, by its way in. A conversation that an agent took out of its hands was handed over. */
export async function botFigures(trx: Trx, account: string, now: Date): Promise<(inbox: number) => Bot["figures"]> {
  const taken = sql`(r.outcome = 'person' or (r.outcome = 'running' and c.participant_id is not null))`;
  const counted = await checkedRows(
    trx,
    CountedBot,
    sql`
    select r.inbox_id, count(*) as begun, count(*) filter (where ${taken}) as handed_over,
      count(*) filter (where r.outcome = 'ended') as ended, count(*) filter (where r.outcome = 'silent') as silent,
      count(*) filter (where r.outcome = 'running' and c.participant_id is null) as running
    from chat.bot_conversations r
    join chat.contacts c on c.customer_account = r.customer_account and c.contact_id = r.contact_id
    where r.customer_account = ${account} and r.begun_at > ${since(now)} group by r.inbox_id`,
  );
  const byInbox = new Map(counted.map(({ inbox_id, ...figures }) => [inbox_id, figures]));
  return (inbox) => byInbox.get(inbox) ?? none;
}

type Miss = { text: string; times: number; last_at: number };

const MissRow = z.object({ text: z.string(), at: z.date() });

/** What was not understood, alike words together, the most frequent first. Words of erased people are gone. */
export async function botMisses(trx: Trx, account: string, inbox: number, now: Date): Promise<Miss[]> {
  const found = await checkedRows(
    trx,
    MissRow,
    sql`
    select m.text, x.at from chat.bot_misses x
    join chat.messages m on m.customer_account = x.customer_account and m.id = x.message
    where x.customer_account = ${account} and x.inbox_id = ${inbox} and x.at > ${since(now)} and m.deleted_at is null
      and m.author_name <> 'Erased' order by x.at desc limit 1000`,
  );
  const groups = new Map<string, Miss>();
  for (const { text, at } of found) {
    const words = plainWords(text);
    const known = groups.get(words);
    if (known) known.times++;
    else if (words !== "") groups.set(words, { text: text.slice(0, 200), times: 1, last_at: seconds(at) });
  }
  return [...groups.values()].sort((a, b) => b.times - a.times || b.last_at - a.last_at).slice(0, 20);
}
