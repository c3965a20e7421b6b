import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { showKes } from "../../rules/money";
import { recordActivity } from "../kit/activities";
import { problem } from "../kit/contract";
import { inAccount, type Trx } from "../kit/database";
import { append } from "../kit/events";
import type { DB } from "../tables";
import type { walletCalls } from "./contract.wallet";
import { activityActor, type BillingDeps } from "./deps";
import { lockWallet, post } from "./store";

type Body = z.output<typeof walletCalls.transfer.body>;

/**
 * Moves money from a parent to its child: one transaction over both books, their wallets locked in the order of the
 * account numbers, so that two opposite transfers never wait for each other. The child sees the amount, and no more
 * of its parent than the name.
 */
export async function transfer(
  db: Kysely<DB>,
  deps: BillingDeps,
  asked: { account: string; who: unknown; address: string },
  { child, cents, key, note }: Body,
) {
  const { account } = asked;
  const nobody = problem(404, "There is no such child account.");
  if (child === account || !/^[\w-]{1,32}$/.test(child)) return nobody;
  const relation = await deps.identityFor(child).accountOf();
  if (relation.status !== 200 || relation.body.parent_account !== account) return nobody;
  return inAccount(db, account, async (trx) => {
    const found = new Map<string, Awaited<ReturnType<typeof lockWallet>>>();
    for (const each of [account, child].sort()) found.set(each, await within(trx, each, () => lockWallet(trx, each)));
    const [own, theirs] = [found.get(account), found.get(child)];
    if (!own || !theirs) return nobody;
    await within(trx, account, async () => undefined);
    const known = await trx
      .selectFrom("billing.ledger_transactions")
      .select("available_change")
      .where("customer_account", "=", account)
      .where("kind", "=", "transfer")
      .where("reference", "=", `to:${child}:${key}`)
      .executeTakeFirst();
    const answer = (available_cents: number) => ({
      status: 201 as const,
      body: { reference: key, child, cents, available_cents },
    });
    if (known)
      return known.available_change === -cents
        ? answer(own.available_cents)
        : problem(409, "That transfer was made with another amount.");
    if (own.suspended !== null) return problem(403, own.suspended);
    if (own.available_cents < cents)
      return problem(422, `The balance is too low: ${showKes(own.available_cents)} is left.`, {
        cents: ["That is more than what is left."],
      });
    const about = note ? `: ${note}` : "";
    const by = activityActor(asked);
    await post(trx, account, {
      kind: "transfer",
      reference: `to:${child}:${key}`,
      description: `To account ${child}${about}`,
      entries: [
        { ledger: "available", cents: -cents },
        { ledger: "transfer", cents },
      ],
    });
    const description = `${showKes(cents)} to account ${child}${about}.`;
    await recordActivity(trx, account, by, {
      action: "Money transferred",
      description,
      subject: "account",
      subject_id: child,
    });
    await append(trx, account, "balance", {});
    await within(trx, child, async () => {
      await post(trx, child, {
        kind: "transfer",
        reference: `from:${account}:${key}`,
        description: `From your provider${about}`,
        entries: [
          { ledger: "transfer", cents: -cents },
          { ledger: "available", cents },
        ],
      });
      const received = `${showKes(cents)} from your provider${about}.`;
      await recordActivity(trx, child, "system", {
        action: "Money received",
        description: received,
        subject: "balance",
      });
      await append(trx, child, "balance", {});
    });
    await within(trx, account, async () => undefined);
    return answer(own.available_cents - cents);
  });
}

/** Runs a part of the transaction for another account: row security sees that one until it is set again. */
async function within<T>(trx: Trx, account: string, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('app.account', ${account}, true)`.execute(trx);
  return work();
}
