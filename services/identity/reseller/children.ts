import { sql } from "kysely";
import type { z } from "zod";
import { withAliases } from "../../../rules/access";
import { showPartPrice } from "../../../rules/money";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { byNumber } from "../../kit/ordering";
import { likePattern, pageAnswer } from "../../kit/paging";
import { HttpError } from "../../kit/serve";
import { enqueueAccountStatus, platform, setAccountStatus } from "../accounts/account-status";
import type { Child, resellerCalls } from "../contract.reseller";
import { addSystemRoles, grantProducts } from "../people/accounts";
import { beginChange, type MemberContext } from "../people/member-record";
import { listed, named } from "../people/messages";
import { nextAccountNumber, walletTask } from "../signup/open-account";
import { within } from "../within";
import { addOwnerToCome, inviteOwnerAgain, type OwnerToCome } from "./owner";
import { tellPriceLater } from "./price";
import { accountRow, type ChildNow, type ChildRow, childRow, childrenNow, parentActor } from "./relation";

/** A child before its balance and the parent's own price were asked for. */
export type ChildAccount = Omit<Child, "balance_cents" | "margin"> & { billing_customer_id: string };
type Query = z.output<typeof resellerCalls.children.query>;
type Form = z.output<typeof resellerCalls.createChild.body>;
type Change = z.output<typeof resellerCalls.updateChild.body>;

const permission = "Create child account";

function found(row: ChildRow, now: ChildNow | undefined): ChildAccount {
  return {
    number: row.child_account,
    name: row.name,
    products: now?.products ?? [],
    part_price: row.part_price,
    state: now?.suspended_at ? "suspended" : "active",
    suspended_at: now?.suspended_at ? new Date(now.suspended_at).toISOString() : null,
    owner: now?.owner ?? "invited",
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    billing_customer_id: now?.billing_customer_id ?? "",
  };
}

export async function childFound(trx: Trx, account: string, child: string): Promise<ChildAccount> {
  const row = await childRow(trx, account, child);
  return found(row, (await childrenNow(trx, [child]))[child]);
}

export async function childPage(trx: Trx, account: string, query: Query) {
  let rows = trx.selectFrom("identity.children as t").selectAll("t").where("t.customer_account", "=", account);
  const q = likePattern(query.q);
  if (query.q) rows = rows.where((is) => is.or([is("t.name", "ilike", q), is("t.child_account", "like", q)]));
  if (query.state) rows = rows.where("t.suspended_at", query.state === "suspended" ? "is not" : "is", null);
  const page = await pageAnswer(trx, rows, query, byNumber("t.id"));
  const now = await childrenNow(
    trx,
    page.data.map(({ child_account }) => child_account),
  );
  return { ...page, data: page.data.map((row) => found(row, now[row.child_account])) };
}

/** Opens the account, once for a key. `fresh` is false when it was opened before. @throws HttpError 403, 422 */
export async function createChild(
  trx: Trx,
  context: MemberContext,
  form: Form,
  least: number,
): Promise<{ found: ChildAccount; fresh: boolean }> {
  const { account } = context;
  const changer = await beginChange(trx, context, permission);
  const known = await trx
    .selectFrom("identity.children")
    .select("child_account")
    .where("customer_account", "=", account)
    .where("key", "=", form.key)
    .executeTakeFirst();
  if (known) return { found: await childFound(trx, account, known.child_account), fresh: false };
  const parent = await accountRow(trx, account);
  const name = named(form.name, "name", "Enter the name of the account.");
  mustBeHeld(parent.products, form.products);
  mustCover(form.part_price, least);
  const child = await nextAccountNumber(trx);
  await trx
    .insertInto("identity.children")
    .values({
      customer_account: account,
      child_account: child,
      key: form.key,
      name,
      part_price: form.part_price,
      created_by: changer.name,
    })
    .execute();
  const description = `${name} (${child}) was opened, ${showPartPrice(form.part_price)} per part.`;
  const about = { subject: "account", subject_id: child } as const;
  await recordActivity(trx, account, changer.by, { action: "Child account opened", description, ...about });
  await within(trx, account, child, async () => {
    await trx
      .insertInto("identity.accounts")
      .values({
        customer_account: child,
        name,
        products: [...new Set(form.products)],
        billing_customer_id: `b-${child}`,
        parent_account: account,
        time_zone: parent.time_zone,
        country: parent.country,
        currency: parent.currency,
      })
      .execute();
    const roles = await addSystemRoles(trx, child);
    const owner = { name: form.owner_name, email: form.owner_email };
    await addOwnerToCome(trx, child, roles.get("Owner"), owner, {
      by: changer.name,
      parent: parent.name,
      company: name,
    });
    await recordActivity(trx, child, parentActor(account, parent.name), {
      action: "Account opened",
      description: `${parent.name} opened the account of ${name}.`,
      ...about,
    });
    await sendLater(trx, walletTask, { account: child, name, email: form.owner_email, phone: "" });
  });
  await tellPriceLater(trx, account, child);
  await enqueueAccountStatus(trx, child);
  return { found: await childFound(trx, account, child), fresh: true };
}

/** Products that the parent lacks stay as they are. @throws HttpError 403, 404, 422 */
export async function updateChild(
  trx: Trx,
  context: MemberContext,
  child: string,
  change: Change,
  least: number,
): Promise<ChildAccount> {
  const { account } = context;
  const changer = await beginChange(trx, context, permission);
  const row = await childRow(trx, account, child);
  const parent = await accountRow(trx, account);
  const about = { subject: "account", subject_id: child } as const;
  const by = parentActor(account, parent.name);
  const said: string[] = [];
  if (change.name !== undefined) {
    const name = named(change.name, "name", "Enter the name of the account.");
    if (name !== row.name) said.push(`called ${name}`);
    await setOwn(trx, account, child, { name });
  }
  if (change.part_price !== undefined && change.part_price !== row.part_price) {
    mustCover(change.part_price, least);
    await setOwn(trx, account, child, { part_price: change.part_price });
    await tellPriceLater(trx, account, child);
    const price = `${showPartPrice(change.part_price)} per part instead of ${showPartPrice(row.part_price)}`;
    said.push(price);
    await within(trx, account, child, () =>
      recordActivity(trx, child, by, { action: "Price changed", description: `An SMS costs ${price}.`, ...about }),
    );
  }
  if (change.products !== undefined) {
    mustBeHeld(parent.products, change.products);
    const requested = withAliases(change.products);
    const revoke = parent.products.filter((name) => !requested.has(name));
    const before = (await childrenNow(trx, [child]))[child]?.products ?? [];
    const after = await within(trx, account, child, () =>
      grantProducts(trx, child, { grant: change.products ?? [], revoke, reason: `by ${parent.name}` }),
    );
    if (after.join() !== before.join()) said.push(`now with ${after.length > 0 ? listed(after) : "no products"}`);
  }
  if (said.length > 0)
    await recordActivity(trx, account, changer.by, {
      action: "Child account changed",
      description: `${row.name} (${child}): ${said.join("; ")}.`,
      ...about,
    });
  return childFound(trx, account, child);
}

/** Stops or resumes; either twice is once. @throws HttpError 403, 404, 409 */
export async function setChildStatus(
  trx: Trx,
  context: MemberContext,
  child: string,
  to: { suspended: boolean; reason?: string },
): Promise<ChildAccount> {
  const { account } = context;
  const changer = await beginChange(trx, context, permission);
  const row = await childRow(trx, account, child);
  const now = (await childrenNow(trx, [child]))[child];
  if ((row.suspended_at !== null) === to.suspended) {
    if (!to.suspended && now?.suspended_by === platform)
      throw new HttpError(409, "The platform suspended this account; only it can lift that.");
    return childFound(trx, account, child);
  }
  const parent = await accountRow(trx, account);
  const why = to.suspended ? (to.reason ?? "") : "";
  await setOwn(trx, account, child, { suspended_at: to.suspended ? sql<Date>`now()` : null, suspended_why: why });
  const action = to.suspended ? "Account suspended" : "Account resumed";
  const about = { subject: "account", subject_id: child } as const;
  const because = why ? `: ${why.replace(/\.$/, "")}` : "";
  await recordActivity(trx, account, changer.by, {
    action,
    description: `${row.name} (${child})${because}.`,
    ...about,
  });
  await within(trx, account, child, async () => {
    await setAccountStatus(trx, child, account, to.suspended ? { reason: why } : null);
    const description = `${to.suspended ? "Suspended" : "Resumed"} by ${parent.name}${because}.`;
    await recordActivity(trx, child, parentActor(account, parent.name), { action, description, ...about });
  });
  return childFound(trx, account, child);
}

/** While no owner has joined; afterwards the owner's own people are the owner's business. @throws HttpError 403, 404, 409, 429 */
export async function inviteChildOwner(
  trx: Trx,
  context: MemberContext,
  child: string,
  owner: OwnerToCome,
): Promise<void> {
  const { account } = context;
  const changer = await beginChange(trx, context, permission);
  const row = await childRow(trx, account, child);
  const now = (await childrenNow(trx, [child]))[child];
  if (now?.owner === "joined")
    throw new HttpError(409, "An owner has joined this account. New people are invited by its own people.");
  const parent = await accountRow(trx, account);
  await within(trx, account, child, async () => {
    const by = { by: changer.name, parent: parent.name, company: row.name };
    await inviteOwnerAgain(trx, child, owner, by);
    await recordActivity(trx, child, parentActor(account, parent.name), {
      action: "Person invited",
      description: `${owner.name} (${owner.email}) was invited as Owner.`,
      subject: "account",
      subject_id: child,
    });
  });
  await recordActivity(trx, account, changer.by, {
    action: "Owner of a child account invited",
    description: `${owner.name} (${owner.email}) was invited to ${row.name} (${child}).`,
    subject: "account",
    subject_id: child,
  });
}

async function setOwn(
  trx: Trx,
  account: string,
  child: string,
  set: {
    name?: string;
    part_price?: number;
    suspended_at?: ReturnType<typeof sql<Date>> | null;
    suspended_why?: string;
  },
): Promise<void> {
  await trx
    .updateTable("identity.children")
    .set(set)
    .where("customer_account", "=", account)
    .where("child_account", "=", child)
    .execute();
}

/** @throws HttpError 422 naming what the parent lacks */
export function mustBeHeld(held: readonly string[], requested: readonly string[], field = "products"): void {
  const own = withAliases(held);
  const lacking = requested.filter((name) => !own.has(name));
  if (lacking.length === 0) return;
  const words = `You can only pass on what you have. You do not have ${listed(lacking)}.`;
  throw new HttpError(422, words, { [field]: [words] });
}

function mustCover(price: number, least: number): void {
  if (price >= least) return;
  const words = `A part costs you ${showPartPrice(least)} yourself: enter that or more.`;
  throw new HttpError(422, words, { part_price: [words] });
}
