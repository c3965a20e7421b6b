import type { z } from "zod";
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
    async hold({ body }, { account }) {
      return inAccount(db, account, (trx) => holdMoney(trx, account, body));
    },

    async settle({ params, body }, { account }) {
      return inAccount(db, account, async (trx) => {
        await lockWallet(trx, account);
        const before = await loadHold(trx, account, params.reference);
        if (!before) return problem(404, "Nothing is reserved for this work.");
        const { settled_cents, closed } = body;
        // What other holds took of it is theirs.
        const own = before.held_cents - before.moved_cents;
        const released_cents = body.released_cents ?? Math.max(before.released_cents, own - settled_cents);
        const charge = settled_cents - before.settled_cents;
        const release = released_cents - before.released_cents;
        if (charge < 0 || release < 0 || (before.closed && charge + release > 0))
          return problem(409, "A charge or refund can't be reversed.");
        if (settled_cents + released_cents > own) return problem(422, "That is more than what is reserved.");
        if (closed && settled_cents + released_cents !== own)
          return problem(422, "A reservation closes when all of it is charged or refunded.");
        await move(trx, account, before, charge, release);
        // What is closed stays closed, also when an older total comes again.
        const after = { settled_cents, released_cents, closed: before.closed || closed };
        await changeHold(trx, account, params.reference, after);
        if (closed && !before.closed) {
          const [charged, back] = [showKes(settled_cents), showKes(released_cents)];
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
        await countForOther(trx, account, hold, { refunded: body.cents });
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

type HoldForm = z.output<typeof walletCalls.hold.body>;
type FoundHold = NonNullable<Awaited<ReturnType<typeof loadHold>>>;

/**
 * Holds an amount once: out of another hold, out of the balance, or out of both. What replaces a hold that was taken out of
 * another one is taken out of it too. @throws HttpError 422 where there is not enough: nothing is given back then
 */
async function holdMoney(trx: Trx, account: string, form: HoldForm) {
  const { reference, cents, description, instead_of, out_of, shared_cents = 0 } = form;
  const wallet = await lockWallet(trx, account);
  if (!wallet) return problem(404, "This account has no balance.");
  const before = await loadHold(trx, account, reference);
  if (before && before.held_cents !== cents) return problem(409, "Another amount is already reserved for this work.");
  if (before) return { status: 201, body: before } as const;
  if (wallet.suspended !== null) return problem(422, wallet.suspended);
  if (shared_cents > cents) return problem(422, "That is more than what is reserved.");
  const other = instead_of === undefined ? undefined : await loadHold(trx, account, instead_of);
  if (other && other.settled_cents > 0) return problem(422, "Some of the other work was charged already.");
  const returned = other !== undefined && !other.closed && (await giveBack(trx, account, other));
  const now = returned ? await lockWallet(trx, account) : wallet;
  const from = out_of ?? other?.out_of ?? undefined;
  const source = from === undefined ? undefined : await loadHold(trx, account, from);
  const taken = source ? Math.min(cents, sharedBy(source)) : 0;
  const available = (now?.available_cents ?? 0) + taken;
  if (available < cents)
    throw new HttpError(
      422,
      `The balance is too low: this costs ${showKes(cents)} and ${showKes(available)} is left. Nothing was sent.`,
      { balance: ["The balance is too low."] },
    );
  await trx
    .insertInto("billing.holds")
    .values({
      ...{ customer_account: account, reference, held_cents: cents, shared_cents },
      ...(source ? { out_of: source.reference, taken_cents: taken } : {}),
    })
    .execute();
  if (source && taken > 0)
    await changeHold(trx, account, source.reference, { moved_cents: source.moved_cents + taken });
  const rest = cents - taken;
  // What was held already, and still is, changes no balance.
  if (rest > 0 || taken === 0) {
    const entries = [
      { ledger: "available" as const, cents: -rest },
      { ledger: "held" as const, cents: rest },
    ];
    await post(trx, account, { kind: "hold", reference, description, entries }, now);
    await append(trx, account, "balance", {});
  }
  await tell(trx, account, "Money set aside", reference, `${showKes(cents)}: ${description}`);
  return { status: 201, body: await held(trx, account, reference) } as const;
}

/** What of a hold is neither charged nor given back nor taken by others. */
function leftIn({ held_cents, settled_cents, released_cents, moved_cents }: FoundHold): number {
  return held_cents - settled_cents - released_cents - moved_cents;
}

/** What others may still take of a hold. */
function sharedBy(hold: FoundHold): number {
  return hold.closed ? 0 : Math.max(0, Math.min(hold.shared_cents - hold.moved_cents, leftIn(hold)));
}

/** Gives back all that is left of a hold, for good. Answers whether there was anything. */
async function giveBack(trx: Trx, account: string, hold: FoundHold): Promise<boolean> {
  const { reference, settled_cents } = hold;
  const left = leftIn(hold);
  if (left === 0) return false;
  const released_cents = hold.released_cents + left;
  await move(trx, account, hold, 0, left);
  await changeHold(trx, account, reference, { released_cents, closed: true });
  const words = `${showKes(settled_cents)} charged, ${showKes(released_cents)} refunded.`;
  await tell(trx, account, "Work charged", reference, words);
  return true;
}

type HoldChange = Partial<Omit<FoundHold, "reference" | "held_cents" | "refunded_cents" | "shared_cents" | "out_of">>;

async function changeHold(trx: Trx, account: string, reference: string, change: HoldChange): Promise<void> {
  await trx
    .updateTable("billing.holds")
    .set(change)
    .where("customer_account", "=", account)
    .where("reference", "=", reference)
    .execute();
}

/** Charges and gives back of a hold. What was taken out of one that is still open goes back there first. */
async function move(trx: Trx, account: string, before: FoundHold, charge: number, release: number): Promise<void> {
  const { reference, settled_cents, released_cents } = before;
  const at = (total: number) => `${reference}/${total}`;
  if (charge > 0) {
    await post(trx, account, {
      kind: "settle",
      reference: at(settled_cents + charge),
      entries: [
        { ledger: "held", cents: -charge },
        { ledger: "revenue", cents: charge },
      ],
    });
    await countForOther(trx, account, before, { charged: charge });
  }
  const free = release - (release > 0 ? await returnToOther(trx, account, before, release) : 0);
  if (free === 0) return;
  await post(trx, account, {
    kind: "release",
    reference: at(released_cents + release),
    entries: [
      { ledger: "held", cents: -free },
      { ledger: "available", cents: free },
    ],
  });
  await append(trx, account, "balance", {});
}

/**
 * What is released goes back to the hold that it was taken out of. Where that one is closed it is released there too, so
 * that its sums say what became of all of it. Answers how much stays reserved.
 */
async function returnToOther(trx: Trx, account: string, hold: FoundHold, release: number): Promise<number> {
  const { reference, out_of, taken_cents } = hold;
  const source = out_of === null ? undefined : await loadHold(trx, account, out_of);
  const cents = Math.min(release, taken_cents);
  if (!source || cents === 0) return 0;
  const released_cents = source.released_cents + (source.closed ? cents : 0);
  await changeHold(trx, account, source.reference, { moved_cents: source.moved_cents - cents, released_cents });
  await changeHold(trx, account, reference, { taken_cents: taken_cents - cents });
  return source.closed ? 0 : cents;
}

/** The hold that another one was taken out of knows what was charged for it and refunded, also when it is closed. */
async function countForOther(
  trx: Trx,
  account: string,
  { out_of }: FoundHold,
  { charged = 0, refunded = 0 }: { charged?: number; refunded?: number },
): Promise<void> {
  const source = out_of === null ? undefined : await loadHold(trx, account, out_of);
  if (!source) return;
  await changeHold(trx, account, source.reference, {
    others_settled_cents: source.others_settled_cents + charged,
    others_refunded_cents: source.others_refunded_cents + refunded,
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
