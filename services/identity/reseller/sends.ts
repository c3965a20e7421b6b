import { sql } from "kysely";
import type { z } from "zod";
import { shorten } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { likeOf, pageAnswer } from "../../kit/paging";
import { HttpError } from "../../kit/serve";
import type { Blast } from "../../messaging/contract.blasts";
import type { ChildSend, resellerCalls } from "../contract.reseller";
import type { MemberContext } from "../people/member-record";
import { within } from "../within";
import { accountRow, childRow, parentActor } from "./relation";

type Query = z.output<typeof resellerCalls.childSends.query>;

/** What was sent for children; the blasts themselves are messaging's. */
export async function sendPage(trx: Trx, account: string, query: Query) {
  let found = trx
    .selectFrom("identity.child_blasts as t")
    .innerJoin("identity.children as c", (on) =>
      on.onRef("c.customer_account", "=", "t.customer_account").onRef("c.child_account", "=", "t.child_account"),
    )
    .select(["t.id", "t.child_account", "c.name as child_name", "t.blast_id", "t.kind", "t.title", "t.sender"])
    .select(["t.recipients", "t.parts", "t.cost_cents", "t.created_by", "t.confirmed_at"])
    .where("t.customer_account", "=", account)
    .where("t.confirmed_at", "is not", null);
  if (query.child !== undefined) found = found.where("t.child_account", "=", query.child);
  const q = likeOf(query.q);
  if (query.q) found = found.where((is) => is.or([is("t.title", "ilike", q), is("c.name", "ilike", q)]));
  const page = await pageAnswer(trx, found, query, { key: "t.id", name: "id" });
  const data = page.data.map(
    ({ id: _, child_account, confirmed_at, kind, ...row }): ChildSend => ({
      ...row,
      kind: kind as ChildSend["kind"],
      child: child_account,
      sent_at: confirmed_at?.toISOString() ?? "",
      blast: null,
    }),
  );
  return { ...page, data };
}

/** Notes a draft that a parent made, so that it may look at it and confirm it. */
export async function noteDraft(
  trx: Trx,
  account: string,
  child: string,
  by: string,
  blast: Pick<Blast, "id" | "kind" | "name" | "body" | "sender" | "recipients" | "parts" | "cost_cents">,
): Promise<void> {
  const { id, kind, name, body, sender, recipients, parts, cost_cents } = blast;
  await trx
    .insertInto("identity.child_blasts")
    .values({
      ...{ customer_account: account, child_account: child, blast_id: id, kind, sender, recipients, parts, cost_cents },
      title: name || shorten(body, 60),
      created_by: by,
    })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** @throws HttpError 404 when the parent did not write it for this child of its own */
export async function mustHaveWritten(trx: Trx, account: string, child: string, blast: number) {
  const row = await trx
    .selectFrom("identity.child_blasts")
    .selectAll()
    .where("customer_account", "=", account)
    .where("child_account", "=", child)
    .where("blast_id", "=", blast)
    .executeTakeFirst();
  if (!row) throw new HttpError(404, "There is no such message.");
  return row;
}

/** Notes once that it was sent, in both accounts. */
export async function noteSent(trx: Trx, context: MemberContext, child: string, blast: number): Promise<void> {
  const { account, who, address } = context;
  const sent = await trx
    .updateTable("identity.child_blasts")
    .set({ confirmed_at: sql<Date>`now()` })
    .where("customer_account", "=", account)
    .where("child_account", "=", child)
    .where("blast_id", "=", blast)
    .where("confirmed_at", "is", null)
    .returning(["recipients", "cost_cents", "sender"])
    .executeTakeFirst();
  if (!sent || who.kind !== "person") return;
  const row = await childRow(trx, account, child);
  const parent = await accountRow(trx, account);
  const many = `${sent.recipients.toLocaleString("en-GB")} ${sent.recipients === 1 ? "message" : "messages"}`;
  const what = `${many} from ${sent.sender}, ${showKes(sent.cost_cents)}`;
  const about = { subject: "blast", subject_id: String(blast) };
  await recordActivity(
    trx,
    account,
    { id: who.id, name: who.name, address },
    { action: "Sent for a child account", description: `For ${row.name} (${child}): ${what}.`, ...about },
  );
  await within(trx, account, child, () =>
    recordActivity(trx, child, parentActor(account, parent.name), {
      action: "Sent by your provider",
      description: `${parent.name} sent ${what}.`,
      ...about,
    }),
  );
}
