import { sql } from "kysely";
import { addDays, dayIn } from "../../../rules/calendar";
import { endOfDay } from "../../../rules/crm-tasks";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow, NameRow } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import { loadZone } from "../channels/terms";
import type { crm } from "../contract";
import { type CrmDeps, currentTime } from "../deps";
import { recordActor } from "../records/actor";
import { insertTask } from "../tasks/add";
import { findTaskOwner, mustBeRecord } from "../tasks/tell";

/** Requests for a product or a service: each is a task with an owner and a day, and a note in the record's history. */
export function requestHandlers({ db }: Database, deps: CrmDeps): Pick<Handlers<typeof crm.calls>, "serviceRequest"> {
  return {
    async serviceRequest({ body }, caller) {
      const { account } = caller;
      const { record_id, quantity, note, user_id } = body;
      const record = await inAccount(db, account, (trx) => mustBeRecord(trx, caller, record_id));
      const now = currentTime(deps);
      const [zone, named] = await Promise.all([loadZone(deps, account), findTaskOwner(deps, caller, user_id)]);
      const day = dueDay(body.due_on, dayIn(zone, now));
      const due = endOfDay(zone, day) ?? now;
      const by = recordActor(caller);
      const manager = { id: record.sales_manager_id, name: record.sales_manager };
      const owner = user_id === null && manager.id !== null ? manager : named;
      const made = await inAccount(db, account, async (trx) => {
        await sql`select 1 from crm.records where customer_account = ${account} and id = ${record_id}
          for no key update`.execute(trx);
        const what = await findWanted(trx, account, body);
        const title = `Request: ${quantity === 1 ? "" : `${quantity.toLocaleString("en-KE")} × `}${what}`.slice(0, 200);
        const text = note === "" ? title : `${title}\n${note}`;
        await sql`insert into crm.notes (customer_account, record_id, text, by_id, by)
          values (${account}, ${record_id}, ${text}, ${by.id}, ${by.name})`.execute(trx);
        const form = { record_id, title, note, due_at: due.toISOString(), due_on: day, owner };
        return insertTask(trx, caller, form, { action: "Service requested", now });
      });
      return { status: 201, body: made };
    },
  };
}

/** @throws HttpError 422 */
function dueDay(day: string | null, today: string): string {
  if (day === null) return addDays(today, 1);
  if (day < today)
    throw new HttpError(422, "Please correct the marked fields.", { due_on: ["Choose today or later."] });
  return day;
}

/** What is asked for: the product by its name, with the words that were added. @throws HttpError 422 */
async function findWanted(
  trx: Trx,
  account: string,
  { product_id, name }: { product_id: number | null; name: string },
): Promise<string> {
  if (product_id === null) return name;
  const found = await checkedRow(
    trx,
    NameRow,
    sql`select name from crm.products where customer_account = ${account} and id = ${product_id}`,
  );
  if (!found) throw new HttpError(422, "There is no such product.", { product_id: ["Choose one of your products."] });
  return name === "" ? found.name : `${found.name}, ${name}`;
}
