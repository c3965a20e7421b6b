import { sql } from "kysely";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { type Handlers, HttpError } from "../../kit/serve";
import { asRecurring, findRecurring, listRecurring } from "../blasts/recurring";
import type { messaging } from "../contract";
import type { recurringCalls } from "../contract.recurring";

/** The calls of messages that go out again. */
export function recurringHandlers({
  db,
}: Database): Pick<Handlers<typeof messaging.calls>, keyof typeof recurringCalls> {
  return {
    async recurringMessages(_, { account }) {
      const found = await readAccount(db, account, (trx) => listRecurring(trx, account));
      return { status: 200, body: { data: found.map(asRecurring) } };
    },
    async stopRecurring({ params: { id } }, { account }) {
      const stopped = await inAccount(db, account, async (trx) => {
        const found = await findRecurring(trx, account, id, true);
        if (!found) throw new HttpError(404, "There is no such recurring message.");
        if (found.state !== "active") return found;
        await sql`
          update messaging.recurring_messages set state = 'stopped'
          where customer_account = ${account} and id = ${id}`.execute(trx);
        return { ...found, state: "stopped" as const };
      });
      return { status: 201, body: asRecurring(stopped) };
    },
  };
}
