import { showKes } from "../../rules/money";
import { problem } from "../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../kit/database";
import { append } from "../kit/events";
import { type Handlers, Refused, type Surroundings, serve } from "../kit/serve";
import { billing } from "./contract";
import { holdOf, lockWallet, post, walletOf } from "./store";

/** The embedded billing service: a double-entry ledger in cents. */
export function billingService({ db }: Database, around: Surroundings) {
  const handlers: Handlers<typeof billing.calls> = {
    async balance({ params }, { account }) {
      const wallet = await readAccount(db, account, (trx) => walletOf(trx, account, params.billing_customer_id));
      return wallet ? { status: 200, body: wallet.available_cents } : problem(404, "There is no such balance.");
    },

    async hold({ body }, { account }) {
      return inAccount(db, account, async (trx) => {
        const wallet = await lockWallet(trx, account);
        if (!wallet) return problem(404, "This account has no balance.");
        const before = await holdOf(trx, account, body.reference);
        if (before && before.held_cents !== body.cents) return problem(409, "This work already holds another amount.");
        if (before) return { status: 201, body: before };
        if (wallet.available_cents < body.cents)
          return problem(
            422,
            `The balance is too low: this costs ${showKes(body.cents)} and ${showKes(wallet.available_cents)} is left. Nothing was sent.`,
            { balance: ["The balance is too low."] },
          );
        await trx
          .insertInto("billing.holds")
          .values({ customer_account: account, reference: body.reference, held_cents: body.cents })
          .execute();
        await post(trx, account, {
          kind: "hold",
          reference: body.reference,
          description: body.description,
          entries: [
            { ledger: "available", cents: -body.cents },
            { ledger: "held", cents: body.cents },
          ],
        });
        await append(trx, account, "balance", {});
        return { status: 201, body: await held(trx, account, body.reference) };
      });
    },

    async settle({ params, body }, { account }) {
      return inAccount(db, account, async (trx) => {
        await lockWallet(trx, account);
        const before = await holdOf(trx, account, params.reference);
        if (!before) return problem(404, "Nothing is held for this work.");
        const charge = body.settled_cents - before.settled_cents;
        const release = body.released_cents - before.released_cents;
        if (charge < 0 || release < 0 || (before.closed && charge + release > 0))
          return problem(409, "What was charged or given back can't be taken back.");
        if (body.settled_cents + body.released_cents > before.held_cents)
          return problem(422, "That is more than what is held.");
        if (body.closed && body.settled_cents + body.released_cents !== before.held_cents)
          return problem(422, "A hold closes when all of it is charged or given back.");
        await move(trx, account, params.reference, before, charge, release);
        await trx
          .updateTable("billing.holds")
          // What is closed stays closed, also when an older total comes once more.
          .set({ ...body, closed: before.closed || body.closed })
          .where("customer_account", "=", account)
          .where("reference", "=", params.reference)
          .execute();
        if (release > 0) await append(trx, account, "balance", {});
        return { status: 201, body: await held(trx, account, params.reference) };
      });
    },

    async holdOf({ params }, { account }) {
      const found = await readAccount(db, account, (trx) => holdOf(trx, account, params.reference));
      return found ? { status: 200, body: found } : problem(404, "Nothing is held for this work.");
    },
  };
  return serve(billing, handlers, around);
}

async function move(
  trx: Trx,
  account: string,
  reference: string,
  before: { settled_cents: number; released_cents: number },
  charge: number,
  release: number,
): Promise<void> {
  const at = (total: number) => `${reference}/${total}`;
  if (charge > 0)
    await post(trx, account, {
      kind: "settle",
      reference: at(before.settled_cents + charge),
      entries: [
        { ledger: "held", cents: -charge },
        { ledger: "revenue", cents: charge },
      ],
    });
  if (release > 0)
    await post(trx, account, {
      kind: "release",
      reference: at(before.released_cents + release),
      entries: [
        { ledger: "held", cents: -release },
        { ledger: "available", cents: release },
      ],
    });
}

async function held(trx: Trx, account: string, reference: string) {
  const found = await holdOf(trx, account, reference);
  if (!found) throw new Refused(409, "The hold vanished.");
  return found;
}
