import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import { standard } from "../blasts/settings";
import { setSuspension } from "../blasts/suspension";
import type { messaging } from "../contract";
import { type resellerCalls, SendingTerms } from "../contract.reseller";

/** What a reseller settles for its child accounts; only services ask. */
export function resellerHandlers(
  database: Database,
): Pick<Handlers<typeof messaging.calls>, keyof typeof resellerCalls> {
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(database.db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(database.db, account, work);
  return {
    async sendingTerms(_, { account }) {
      return { status: 200, body: await reading(account, (trx) => loadTerms(trx, account)) };
    },

    async setPartPrice({ body }, { account }) {
      const { part_price } = body;
      await inside(account, (trx) =>
        trx
          .insertInto("messaging.settings")
          .values({ customer_account: account, part_price })
          .onConflict((on) => on.column("customer_account").doUpdateSet({ part_price }))
          .execute(),
      );
      return { status: 201, body: { status: 201, message: "The price was set." } };
    },

    async giveSenders({ body }, { account }) {
      const terms = await inside(account, async (trx) => {
        await give(trx, account, body.by, body.senders);
        return loadTerms(trx, account);
      });
      return { status: 201, body: terms };
    },

    async setAccountStatus({ body }, { account }) {
      return { status: 201, body: { paused: await setSuspension(database, account, body.suspended) } };
    },
  };
}

const Sender = SendingTerms.shape.senders.element;
type Sender = z.infer<typeof Sender>;

const TermsRow = z.object({
  part_price: z.number().nullable(),
  suspended: z.string().nullable(),
  senders: z.array(Sender),
});

async function loadTerms(trx: Trx, account: string): Promise<SendingTerms> {
  const terms = await checkedRow(
    trx,
    TermsRow,
    sql`
    select (select part_price from messaging.settings where customer_account = ${account}) as part_price,
      (select reason from messaging.suspensions where customer_account = ${account}) as suspended,
      coalesce((
        select jsonb_agg(jsonb_build_object('sender', sender, 'status', status, 'given', given_by is not null,
          'kind', case kind when 'promotional' then kind else 'transactional' end) order by sender)
        from messaging.senders where customer_account = ${account}), '[]') as senders`,
    { batched: true },
  );
  return {
    part_price: terms?.part_price ?? standard.partPrice,
    suspended: terms?.suspended ?? null,
    senders: terms?.senders ?? [],
  };
}

/** A sender that is the account's own stays its own, whatever it is called. */
async function give(
  trx: Trx,
  account: string,
  by: string,
  senders: readonly Pick<Sender, "sender" | "kind">[],
): Promise<void> {
  await trx
    .updateTable("messaging.senders")
    .set({ status: "suspended" })
    .where("customer_account", "=", account)
    .where("given_by", "=", by)
    .execute();
  for (const { sender, kind } of senders)
    await trx
      .insertInto("messaging.senders")
      .values({
        customer_account: account,
        sender,
        kind,
        status: "approved",
        given_by: by,
        approved_at: sql<Date>`now()`,
      })
      .onConflict((on) =>
        on
          .columns(["customer_account", "sender"])
          .doUpdateSet({
            kind,
            status: "approved",
            approved_at: sql<Date>`coalesce(messaging.senders.approved_at, now())`,
          })
          .where("messaging.senders.given_by", "=", by),
      )
      .execute();
}
