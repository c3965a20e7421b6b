import { sql } from "kysely";
import type { z } from "zod";
import { showKes } from "../../../rules/money";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { likePattern, pageAnswer } from "../../kit/paging";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { Activation, resellerCalls } from "../contract.reseller";
import { grantProducts } from "../people/accounts";
import { beginChange, type MemberContext } from "../people/member-record";
import { named, oneLine } from "../people/messages";
import { within } from "../within";
import { mustBeHeld } from "./children";
import { accountRow, childRow, parentActor } from "./relation";

type Form = z.output<typeof resellerCalls.activateOffline.body>;
type Query = z.output<typeof resellerCalls.activations.query>;
type Row = Omit<Activation, "child" | "created_at"> & { child_account: string; created_at: Date };

/** Each with the child's name. */
function written(trx: Trx, account: string) {
  return trx
    .selectFrom("identity.offline_activations as t")
    .innerJoin("identity.children as c", (on) =>
      on.onRef("c.customer_account", "=", "t.customer_account").onRef("c.child_account", "=", "t.child_account"),
    )
    .select(["t.id", "t.child_account", "c.name as child_name", "t.product", "t.reference", "t.amount_cents"])
    .select(sql<string>`to_char(t.paid_on, 'YYYY-MM-DD')`.as("paid_on"))
    .select(["t.note", "t.created_by", "t.created_at"])
    .where("t.customer_account", "=", account);
}

function shown({ child_account, created_at, ...row }: Row): Activation {
  return { ...row, child: child_account, created_at: created_at.toISOString() };
}

export async function activationPage(trx: Trx, account: string, query: Query) {
  let found = written(trx, account);
  if (query.child !== undefined) found = found.where("t.child_account", "=", query.child);
  const q = likePattern(query.q);
  if (query.q)
    found = found.where((is) =>
      is.or([is("t.reference", "ilike", q), is("t.product", "ilike", q), is("c.name", "ilike", q)]),
    );
  const page = await pageAnswer(trx, found, query, byNumber("t.id"));
  return { ...page, data: page.data.map(shown) };
}

/**
 * Switches the product on. The same reference for the same product of the same child counts once; with another amount
 * it is refused. @throws HttpError 403, 404, 409, 422
 */
export async function activateOffline(
  trx: Trx,
  context: MemberContext,
  child: string,
  form: Form,
): Promise<Activation> {
  const { account } = context;
  const changer = await beginChange(trx, context, "Create child account");
  const row = await childRow(trx, account, child);
  const parent = await accountRow(trx, account);
  mustBeHeld(parent.products, [form.product], "product");
  const reference = named(form.reference, "reference", "Enter the reference of the payment.");
  const made = await checkedRows(
    trx,
    IdRow,
    sql`
    insert into identity.offline_activations
      (customer_account, child_account, product, reference, amount_cents, paid_on, note, created_by)
    values (${account}, ${child}, ${form.product}, ${reference}, ${form.amount_cents}, ${form.paid_on}::date,
      ${oneLine(form.note)}, ${changer.name})
    on conflict (customer_account, child_account, product, reference) do nothing returning id`,
  );
  const kept = await written(trx, account)
    .where("t.child_account", "=", child)
    .where("t.product", "=", form.product)
    .where("t.reference", "=", reference)
    .executeTakeFirst();
  if (!kept) throw new Error("the activation was not written");
  if (made.length === 0) {
    if (kept.amount_cents === form.amount_cents) return shown(kept);
    const words = `This reference was used for ${form.product} of ${row.name} already, with ${showKes(kept.amount_cents)}.`;
    throw new HttpError(409, words, { reference: [words] });
  }
  const paid = `${showKes(form.amount_cents)} paid offline, reference ${reference}`;
  const about = { subject: "account", subject_id: child } as const;
  await recordActivity(trx, account, changer.by, {
    action: "Product activated offline",
    description: `${form.product} for ${row.name} (${child}): ${paid}.`,
    ...about,
  });
  await within(trx, account, child, async () => {
    await grantProducts(trx, child, { grant: [form.product], revoke: [], reason: paid });
    await recordActivity(trx, child, parentActor(account, parent.name), {
      action: "Product activated offline",
      description: `${form.product}: ${paid}.`,
      ...about,
    });
  });
  return shown(kept);
}
