import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdNameRow, NameRow } from "../../kit/row-schema";
import { bigints, seconds } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { ChatTrigger, type TriggerForm } from "../contract.forms";
import type { UnitOfWork } from "../workspace/unit-of-work";

const TriggerRow = ChatTrigger.extend({ updated_at: z.date() });
type TriggerRow = z.infer<typeof TriggerRow>;
const columns = sql.raw("id, name, match, url, seconds, once, text_en, text_sw, active, updated_by, updated_at");
/** The most of an account: the loader of a shop's page carries those that are active. */
const most = 50;

function shown(one: TriggerRow): ChatTrigger {
  return { ...one, updated_at: seconds(one.updated_at) };
}

export async function triggerList(trx: Trx, account: string): Promise<ChatTrigger[]> {
  const found = await checkedRows(
    trx,
    TriggerRow,
    sql`select ${columns} from chat.triggers where customer_account = ${account} order by rank, id`,
  );
  return found.map(shown);
}

/** @throws HttpError 404, and 422 for a name that another has */
export async function saveTrigger(unit: UnitOfWork, form: z.output<typeof TriggerForm>): Promise<ChatTrigger> {
  const { trx, account, by, now } = unit;
  const { id, name, match, seconds: after, once, text_en, text_sw, active } = form;
  const url = match === "any" ? "" : form.url;
  const all = await checkedRows(
    trx,
    IdNameRow,
    sql`select id, name from chat.triggers where customer_account = ${account} for update`,
  );
  if (all.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase()))
    throw new HttpError(422, "Please correct the marked fields.", { name: ["There is a trigger of this name."] });
  if (id === undefined && all.length >= most)
    throw new HttpError(422, `An account has at most ${most} triggers.`, { name: [`At most ${most} triggers.`] });
  const saved = await checkedRow(
    trx,
    TriggerRow,
    id === undefined
      ? sql`
      insert into chat.triggers (customer_account, name, match, url, seconds, once, text_en, text_sw, active, rank, updated_by, updated_at)
      select ${account}::text, ${name}::text, ${match}::text, ${url}::text, ${after}::integer, ${once}::boolean, ${text_en}::text,
        ${text_sw}::text, ${active}::boolean, coalesce(max(rank), 0) + 1, ${by.name}::text, ${now}::timestamptz
      from chat.triggers where customer_account = ${account} returning ${columns}`
      : sql`
      update chat.triggers set name = ${name}, match = ${match}, url = ${url}, seconds = ${after}, once = ${once}, text_en = ${text_en},
        text_sw = ${text_sw}, active = ${active}, updated_by = ${by.name}, updated_at = ${now}
      where customer_account = ${account} and id = ${id} returning ${columns}`,
  );
  if (!saved) throw new HttpError(404, "There is no such trigger.");
  return shown(saved);
}

/** @throws HttpError 404 */
export async function removeTrigger({ trx, account }: UnitOfWork, id: number): Promise<string> {
  const gone = await checkedRow(
    trx,
    NameRow,
    sql`delete from chat.triggers where customer_account = ${account} and id = ${id} returning name`,
  );
  if (!gone) throw new HttpError(404, "There is no such trigger.");
  return gone.name;
}

/** Those that are named first, in this order; the others keep theirs behind them. */
export async function rankTriggers({ trx, account }: UnitOfWork, ids: readonly number[]): Promise<void> {
  await sql`
    update chat.triggers x set rank = placed.place
    from (
      select t.id, row_number() over (order by array_position(${bigints(ids)}, t.id) nulls last, t.rank, t.id) as place
      from chat.triggers t where t.customer_account = ${account}
    ) placed
    where x.customer_account = ${account} and x.id = placed.id`.execute(trx);
}
