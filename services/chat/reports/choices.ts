import { sql } from "kysely";
import { z } from "zod";
import { channelNames } from "../../../rules/channels";
import type { Trx } from "../../kit/database";
import { checkedRows, IdNameRow } from "../../kit/row-schema";
import { Channel } from "../contract.fields";

const Item = z.object({ id: z.number(), title: z.string() });

const InboxChoice = z.object({ id: z.number(), name: z.string(), channel: Channel });

const AgentChoice = z.object({ id: z.string(), name: z.string(), left: z.boolean() });

const DispositionChoice = z.object({ id: z.number(), name: z.string(), items: z.array(Item) });

/** What the reports may be narrowed by. */
export async function loadChoices(trx: Trx, account: string) {
  const [inboxes, agents, dispositions, labels] = await Promise.all([
    checkedRows(
      trx,
      InboxChoice,
      sql`select id, name, channel from chat.inboxes where customer_account = ${account} order by lower(name), id`,
    ),
    checkedRows(
      trx,
      AgentChoice,
      sql`
      select participant_id as id, name, left_at is not null as left from chat.participants
      where customer_account = ${account} order by left_at is not null, lower(name), participant_id limit 2000`,
    ),
    checkedRows(
      trx,
      DispositionChoice,
      sql`
      select id, name, coalesce((select json_agg(json_build_object('id', x.id, 'title', x.title) order by x.rank, x.id)
        from chat.disposition_items x where x.customer_account = t.customer_account and x.type_id = t.id), '[]') as items
      from chat.disposition_types t where customer_account = ${account} order by rank, id`,
    ),
    checkedRows(
      trx,
      IdNameRow,
      sql`select id, name from chat.labels where customer_account = ${account} order by archived_at is not null, lower(name), id`,
    ),
  ]);
  const channels = channelNames.filter((channel) => inboxes.some((inbox) => inbox.channel === channel));
  return { channels, inboxes, agents, dispositions, labels };
}

const StarCount = z.object({ rating: z.number(), n: z.number() });

/** How many gave one star, two, up to five. */
export async function countStars(trx: Trx, where: ReturnType<typeof sql>): Promise<number[]> {
  const found = await checkedRows(
    trx,
    StarCount,
    sql`select c.rating, count(*) as n from chat.contacts c where ${where} and c.rating is not null group by 1`,
  );
  return [1, 2, 3, 4, 5].map((stars) => found.find(({ rating }) => rating === stars)?.n ?? 0);
}
