import type { ActionOn } from "../../rules/audit";
import { showKes } from "../../rules/money";
import { recordActivity } from "../kit/activities";
import { problem } from "../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../kit/database";
import { append } from "../kit/events";
import { type Handlers, HttpError } from "../kit/serve";
import type { walletCalls } from "./contract.wallet";
import { loadHold, lockWallet, post, refundName } from "./store";

/** The calls about money set aside for work under way: reserved, charged and refunded. */
export function holdHandlers({
  db,
}: Database): Pick<Handlers<typeof walletCalls>, "hold" | "settle" | "refund" | "holdOf"> {
  return {
    async hold({ body: { instead_of, ...body } }, { account }) {
      return inAccount(db, account, async (trx) => {
        const wallet = await lockWallet(trx, account);
        if (!wallet) return problem(404, "This account has no balance.");
        const before = await loadHold(trx, account, body.reference);
        if (before && before.held_cents !== body.cents)
          return problem(409, "Another amount is already reserved for this work.");
        if (before) return { status: 201, body: before };
        if (wallet.suspended !== null) return problem(422, wallet.suspended);
        const other = instead_of === undefined ? undefined : await loadHold(trx, account, instead_of);
        if (other && other.settled_cents > 0) return problem(422, "Some of the other work was charged already.");
        const back = other && !other.closed ? other.held_cents - other.released_cents : 0;
        const available = wallet.available_cents + back;
        if (available < body.cents)
          return problem(
            422,
            `The balance is too low: this costs ${showKes(body.cents)} and ${showKes(available)} is left. Nothing was sent.`,
            { balance: ["The balance is too low."] },
          );
        if (instead_of !== undefined && other && back > 0) await giveBack(trx, account, instead_of, other);
        await trx
          .insertInto("billing.holds")
          .values({ customer_account: account, reference: body.reference, held_cents: body.cents })
          .execute();
        const entries = [
          { ledger: "available" as const, cents: -body.cents },
          { ledger: "held" as const, cents: body.cents },
        ];
        await post(trx, account, { kind: "hold", ...body, entries }, back > 0 ? undefined : wallet);
        await tell(trx, account, "Money set aside", body.reference, `${showKes(body.cents)}: ${body.description}`);
        await append(trx, account, "balance", {});
        const fresh = { settled_cents: 0, released_cents: 0, refunded_cents: 0, closed: false };
        return { status: 201, body: { reference: body.reference, held_cents: body.cents, ...fresh } };
      });
    },

    async settle({ params, body }, { account }) {
      return inAccount(db, account, async (trx) => {
        await lockWallet(trx, account);
        const before = await loadHold(trx, account, params.reference);
        if (!before) return problem(404, "Nothing is reserved for this work.");
        const charge = body.settled_cents - before.settled_cents;
        const release = body.released_cents - before.released_cents;
        if (charge < 0 || release < 0 || (before.closed && charge + release > 0))
          return problem(409, "A charge or refund can't be reversed.");
        if (body.settled_cents + body.released_cents > before.held_cents)
          return problem(422, "That is more than what is reserved.");
        if (body.closed && body.settled_cents + body.released_cents !== before.held_cents)
          return problem(422, "A reservation closes when all of it is charged or refunded.");
        await move(trx, account, params.reference, before, charge, release);
        await trx
          .updateTable("billing.holds")
          // What is closed stays closed, also when an older total comes once more.
          .set({ ...body, closed: before.closed || body.closed })
          .where("customer_account", "=", account)
          .where("reference", "=", params.reference)
          .execute();
        if (release > 0) await append(trx, account, "balance", {});
        if (body.closed && !before.closed) {
          const [charged, back] = [showKes(body.settled_cents), showKes(body.released_cents)];
          await tell(trx, account, "Work charged", params.reference, `${charged} charged, ${back} refunded.`);
        }
        return { status: 201, body: await held(trx, account, params.reference) };
      });
    },

    async refund({ params, body }, { account }) {
      return inAccount(db, account, async (trx) => {
        const wallet = await lockWallet(trx, account);
        const hold = await loadHold(trx, account, params.reference);
        if (!wallet || !hold) return problem(404, "Nothing is reserved for this work.");
        if (!hold.closed) return problem(409, "This work is not over.");
        if (hold.refunded_cents > 0) return { status: 201, body: hold };
        if (body.cents > hold.settled_cents) return problem(422, "That is more than what was charged.");
        const entries = [
          { ledger: "revenue" as const, cents: -body.cents },
          { ledger: "available" as const, cents: body.cents },
        ];
        const reference = refundName(params.reference);
        await post(trx, account, { kind: "credit", reference, description: body.description, entries }, wallet);
        await tell(trx, account, "Money refunded", params.reference, `${showKes(body.cents)}: ${body.description}`);
        await append(trx, account, "balance", {});
        return { status: 201, body: await held(trx, account, params.reference) };
      });
    },

    async holdOf({ params }, { account }) {
      const found = await readAccount(db, account, (trx) => loadHold(trx, account, params.reference));
      return found ? { status: 200, body: found } : problem(404, "Nothing is reserved for this work.");
    },
  };
}

/** All that is left of a hold, for good. */
async function giveBack(
  trx: Trx,
  account: string,
  reference: string,
  hold: { held_cents: number; settled_cents: number; released_cents: number },
): Promise<void> {
  const { held_cents, settled_cents, released_cents } = hold;
  await move(trx, account, reference, hold, 0, held_cents - settled_cents - released_cents);
  await trx
    .updateTable("billing.holds")
    .set({ released_cents: held_cents - settled_cents, closed: true })
    .where("customer_account", "=", account)
    .where("reference", "=", reference)
    .execute();
  await tell(
    trx,
    account,
    "Work charged",
    reference,
    `${showKes(settled_cents)} charged, ${showKes(held_cents - settled_cents)} refunded.`,
  );
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

/** Two activities a piece of work, when its money is set aside and when it is settled for good: not one a step. */
function tell(
  trx: Trx,
  account: string,
  action: ActionOn<"work">,
  reference: string,
  description: string,
): Promise<void> {
  return recordActivity(trx, account, "system", { action, description, subject: "work", subject_id: reference });
}

async function held(trx: Trx, account: string, reference: string) {
  const found = await loadHold(trx, account, reference);
  if (!found) throw new HttpError(409, "The reservation was not found.");
  return found;
}
