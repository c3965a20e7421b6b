import { products as everyProduct, type Product } from "../../../rules/access";
import { brand } from "../../../rules/brand";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type Handlers, HttpError } from "../../kit/serve";
import { closeApproval, loadApproval, mustBeOthers } from "../approvals";
import type { productCalls } from "../contract.products";
import { activityActor, type BillingDeps, callingPerson, currentTime } from "../deps";
import { nairobiDay, vatRateOn } from "../invoices/vat";
import { noticeLater } from "../notices";
import { loadPayerName } from "../payments/credit";
import { chatChannels, isComing, offers } from "../price-list";
import { lockWallet } from "../store";
import { activate, findSubscription } from "../subscriptions/activate";
import { moves, type SubscriptionState } from "../subscriptions/states";
import { priced } from "./order";
import { payProduct } from "./pay";
import { offered, oneName, productPlan, productPlans } from "./plans";
import { listTiles, loadTile } from "./tiles";

/** What the caller's account holds, as the identity service said with the caller. */
export function heldBy(who: unknown): string[] {
  return (who as { products?: string[] }).products ?? [];
}

/** Products, plans, requests and their approval, payment. */
export function productHandlers(database: Database, deps: BillingDeps): Handlers<typeof productCalls> {
  const { db } = database;
  return {
    async products(_, { account, who }) {
      const data = await readAccount(db, account, (trx) => listTiles(trx, account, heldBy(who), currentTime(deps)));
      return { status: 200, body: { data } };
    },

    async plans({ query }) {
      const now = currentTime(deps);
      const which = (query.product ? [oneName(query.product)] : offered).filter((product) => !isComing(product));
      const data = which.flatMap((product) => productPlans(product, now));
      const rates = which.flatMap((product) => offers[product].uses.map((use) => ({ ...use, product })));
      return { status: 200, body: { data, rates, vat_percent: vatRateOn(nairobiDay(now)) / 100 } };
    },

    async requestProduct({ body }, context) {
      const { account } = context;
      const product = oneName(body.product);
      if (isComing(product)) return notThereYet(product);
      if (body.plan !== null && !productPlan(product, body.plan, currentTime(deps)))
        return problem(422, "Please correct the marked fields.", { plan: ["Choose one of its plans."] });
      return inAccount(db, account, async (trx) => {
        await lockWallet(trx, account);
        const held = await findSubscription(trx, account, product);
        const state: SubscriptionState =
          held?.state ?? (heldBy(context.who).includes(product) ? "active" : "available");
        const next = moves[state].request;
        if (next === undefined) return problem(409, `${product} is ${state.replaceAll("_", " ")} already.`);
        await writeRequest(trx, account, product, {
          plan: body.plan ?? "",
          note: body.note,
          person: callingPerson(context.who),
          now: currentTime(deps),
        });
        if (state !== "requested") {
          const description = body.note ? `${product}: ${body.note}` : `${product}.`;
          await recordActivity(trx, account, activityActor(context), {
            action: "Product requested",
            description,
            subject: "product",
            subject_id: product,
          });
        }
        return { status: 201, body: await loadTile(trx, account, product, heldBy(context.who), currentTime(deps)) };
      });
    },

    async updateProductRequest({ body }, context) {
      const found = await inAccount(db, context.account, (trx) => loadApproval(trx, body.id));
      if (found?.kind !== "product") return problem(404, "There is no such request.");
      const { customer_account: account } = found;
      const product = productNamed(found.subject);
      return inAccount(db, account, async (trx) => {
        await lockWallet(trx, account);
        const row = await loadApproval(trx, body.id);
        const decider = callingPerson(context.who);
        if (!row || !product) return problem(404, "There is no such request.");
        mustBeOthers(row, decider);
        if (!decider) return problem(403, "A person must decide this.");
        if (isComing(product) && body.decision === "approve") return notThereYet(product);
        await closeApproval(trx, row, body.decision === "approve" ? "approved" : "refused", decider, body.reason);
        await decideRequest(trx, account, product, body, currentTime(deps));
        const what = body.decision === "approve" ? "approved" : "refused";
        const description = `${product}, requested by ${row.asked_by}${body.reason ? `: ${body.reason}` : ""}.`;
        await recordActivity(trx, account, activityActor(context), {
          action: `Product request ${what}`,
          description,
          subject: "product",
          subject_id: product,
        });
        const text = `${product} was ${what}${body.reason ? `: ${body.reason}` : "."}`;
        await noticeLater(trx, account, { subject: `${product} was ${what}`, text }, `request:${row.id}`);
        return { status: 201, body: await loadTile(trx, account, product, [], currentTime(deps)) };
      });
    },

    async payProduct({ body }, context) {
      const product = oneName(body.product);
      if (isComing(product)) return notThereYet(product);
      return { status: 201, body: await payProduct(database, deps, context, { ...body, product }) };
    },

    async renewal({ body }, context) {
      const { account } = context;
      const product = oneName(body.product);
      if (isComing(product)) return notThereYet(product);
      return inAccount(db, account, async (trx) => {
        const changed = await trx
          .updateTable("billing.subscriptions")
          .set({ auto_renew: body.auto_renew })
          .where("customer_account", "=", account)
          .where("product", "=", product)
          .where("active_until", "is not", null)
          .returning("product")
          .executeTakeFirst();
        if (!changed) return problem(409, `${product} has no plan that could renew.`);
        const description = `${product} ${body.auto_renew ? "renews automatically" : "no longer renews automatically"}.`;
        await recordActivity(trx, account, activityActor(context), {
          action: "Renewal changed",
          description,
          subject: "product",
          subject_id: product,
        });
        return { status: 201, body: await loadTile(trx, account, product, heldBy(context.who), currentTime(deps)) };
      });
    },

    async chatChannels(_, { account, who }) {
      const tiles = await readAccount(db, account, (trx) => listTiles(trx, account, heldBy(who), currentTime(deps)));
      const data = chatChannels.map(({ product, ...channel }) => {
        const state = tiles.find((tile) => tile.product === product)?.state ?? "available";
        return { ...channel, product, state };
      });
      return { status: 200, body: { data } };
    },
  };
}

function notThereYet(product: Product) {
  const message = `${product} is not there yet: we are building it. No requests yet, and nothing is paid.`;
  return { status: 406 as const, body: { status: 406, message } };
}

function productNamed(text: string): Product | undefined {
  return everyProduct.find((name) => name === text);
}

type Request = { plan: string; note: string; person: { id: string; name: string } | undefined; now: Date };

async function writeRequest(
  trx: Trx,
  account: string,
  product: Product,
  { plan, note, person, now }: Request,
): Promise<void> {
  const asked = {
    state: "requested" as const,
    plan,
    note,
    reason: "",
    user_id: person?.id ?? null,
    requested_by: person?.name ?? brand.name,
    requested_at: now,
  };
  await trx
    .insertInto("billing.subscriptions")
    .values({ customer_account: account, product, ...asked })
    .onConflict((on) => on.columns(["customer_account", "product"]).doUpdateSet(asked))
    .execute();
  // A request that is repeated is the one that waits, with its newest words.
  const open = await trx
    .updateTable("billing.approvals")
    .set({ details: note })
    .where("kind", "=", "product")
    .where("customer_account", "=", account)
    .where("subject", "=", product)
    .where("state", "=", "open")
    .returning("id")
    .executeTakeFirst();
  if (open) return;
  await trx
    .insertInto("billing.approvals")
    .values({
      customer_account: account,
      kind: "product",
      subject: product,
      account_name: await loadPayerName(trx, account),
      title: `${product} requested`,
      details: note,
      amount_cents: plan ? (productPlan(product, plan, now)?.total_cents ?? 0) : 0,
      user_id: asked.user_id,
      asked_by: asked.requested_by,
    })
    .execute();
  const text = `${asked.requested_by} asks for ${product}.${note ? `\n\n${note}` : ""}`;
  await noticeLater(
    trx,
    account,
    { subject: `${product} requested`, text, platform: true },
    `asked:${product}:${now.getTime()}`,
  );
}

/** Approved: begins at once where only its use is paid, else it can be bought now. */
async function decideRequest(
  trx: Trx,
  account: string,
  product: Product,
  { decision, reason }: { decision: "approve" | "refuse"; reason: string },
  now: Date,
): Promise<void> {
  const held = await findSubscription(trx, account, product);
  const state = moves[held?.state ?? "available"][decision];
  // Paid or cancelled in the meantime: there is nothing left to decide.
  if (!held || state === undefined) throw new HttpError(409, "There is nothing to decide any more.");
  if (state === "approved" && !priced(product)) return activate(trx, account, product, "", null, now);
  await trx
    .updateTable("billing.subscriptions")
    .set({ state, reason })
    .where("customer_account", "=", account)
    .where("product", "=", product)
    .execute();
}
