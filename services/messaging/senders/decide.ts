import { sql } from "kysely";
import type { z } from "zod";
import { type SenderNetwork, type SenderStatus, senderMoves, shortCodePattern } from "../../../rules/senders";
import { recordActivity } from "../../kit/activities";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { here } from "../../kit/email-template";
import { mailLater } from "../../kit/mail";
import { HttpError } from "../../kit/serve";
import type { SenderAssignment, SenderDecisions } from "../contract.senders";
import type { SenderDeps } from "./deps";
import { listNetworks, sameElsewhere, setNetworks } from "./rows";

type Decisions = z.output<typeof SenderDecisions>;
type Assignment = z.output<typeof SenderAssignment>;
type Decider = { id: string; name: string };

/** What the account reads of the platform's people. */
const platformActor = (decider: Decider) => ({ id: decider.id, name: `${decider.name} (platform)` });

/**
 * Decides on a sender ID for some networks, in the account it belongs to; undefined when there is none.
 * @throws HttpError 403, 409
 */
export async function decideSender(
  { db }: Database,
  deps: SenderDeps,
  found: { account: string; id: number },
  { decisions, reason }: Decisions,
  decider: Decider,
): Promise<void> {
  const { account, id } = found;
  const owners = await listOwners(deps, account);
  await inAccount(db, account, async (trx) => {
    const row = await trx
      .selectFrom("messaging.senders")
      .select(["sender", "user_id", "given_by"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.given_by !== null) throw new HttpError(409, "It was given by a reseller: decide on the reseller's own.");
    if (row.user_id !== null && row.user_id === decider.id)
      throw new HttpError(403, "Another person than the one who asked must decide this.");
    const before = new Map((await listNetworks(trx, account, row.sender)).map((one) => [one.network, one.status]));
    const changes = decisions.map(({ network, decision }) => {
      const was = before.get(network) ?? "pending";
      const status = senderMoves[was][decision];
      if (!status) throw new HttpError(409, `${row.sender} is ${was} on ${network} already.`);
      return { network, status, reason: status === "approved" ? "" : reason, by: decider.name };
    });
    if (changes.some(({ status }) => status === "approved")) await mustBeAlone(trx, account, row.sender);
    await setNetworks(trx, account, row.sender, changes);
    const description = sentence(row.sender, changes, reason);
    await recordActivity(trx, account, platformActor(decider), {
      ...{ action: "Sender ID decided", description, subject: "sender ID", subject_id: String(id) },
    });
    const text = `${description}\n\nSee it here: ${here}/sms/settings/sender/${id}`;
    for (const to of owners) await mailLater(trx, account, { to, subject: `Sender ID ${row.sender}`, text });
  });
}

/** Gives an account a sender ID or a short code, approved at once. @throws HttpError 409, 422 @returns its id */
export async function assignSender(
  { db }: Database,
  deps: SenderDeps,
  form: Assignment,
  decider: Decider,
): Promise<number> {
  const { customer_account: account, sender, networks } = form;
  const asked = await deps.identityFor(account).accountOf();
  const wrong = (field: keyof Assignment, words: string) =>
    new HttpError(422, "Please correct the marked fields.", { [field]: [words] });
  if (asked.status === 404) throw wrong("customer_account", "There is no account with this number.");
  if (asked.status !== 200)
    throw new HttpError(503, "The account can't be looked up right now. Try again in a moment.");
  if (sender.toLowerCase() === deps.sharedSender?.toLowerCase())
    throw wrong("sender", `${deps.sharedSender} is shared: every account may use it already.`);
  return inAccount(db, account, async (trx) => {
    await mustBeAlone(trx, account, sender);
    const before = await trx
      .selectFrom("messaging.senders")
      .select(["status", "kind", "given_by"])
      .where("customer_account", "=", account)
      .where("sender", "=", sender)
      .forUpdate()
      .executeTakeFirst();
    if (before?.status === "approved" && before.given_by === null && before.kind !== form.kind)
      throw wrong("kind", `${sender} is approved as ${before.kind} already.`);
    const set = { kind: form.kind, assigned: true, given_by: null, account_name: asked.body.name };
    const { id } = await trx
      .insertInto("messaging.senders")
      .values({ customer_account: account, sender, purpose: form.note, requested_by: decider.name, ...set })
      .onConflict((on) => on.columns(["customer_account", "sender"]).doUpdateSet(set))
      .returning("id")
      .executeTakeFirstOrThrow();
    const status: SenderStatus = "approved";
    const changes = networks.map((network) => ({ network, status, by: decider.name }));
    await setNetworks(trx, account, sender, changes);
    await routeTo(trx, account, sender);
    await recordActivity(trx, account, platformActor(decider), {
      action: "Sender ID assigned",
      description: `${sender} on ${networks.join(", ")}.`,
      subject: "sender ID",
      subject_id: String(id),
    });
    return id;
  });
}

/** Two accounts that send as one name would be taken for each other; a short code may be shared. */
async function mustBeAlone(trx: Trx, account: string, sender: string): Promise<void> {
  if (shortCodePattern.test(sender)) return;
  await sql`select pg_advisory_xact_lock(hashtext(${`sender ${sender.toLowerCase()}`}))`.execute(trx);
  const [other] = await sameElsewhere(trx, account, sender);
  if (other) throw new HttpError(409, `Account ${other.customer_account} has ${sender} already.`);
}

/** What people write to a short code comes to its account; one that several share is told apart by what was sent. */
async function routeTo(trx: Trx, account: string, code: string): Promise<void> {
  if (!shortCodePattern.test(code)) return;
  const others = await sameElsewhere(trx, account, code);
  if (others.length > 0) await trx.deleteFrom("messaging.routes").where("address", "=", code).execute();
  else
    await trx
      .insertInto("messaging.routes")
      .values({ address: code, customer_account: account })
      .onConflict((on) => on.column("address").doNothing())
      .execute();
}

/** Whom to write to; a decision does not wait for the identity service. */
async function listOwners(deps: SenderDeps, account: string): Promise<string[]> {
  const asked = await deps.identityFor(account).accountOf();
  return asked.status === 200 ? asked.body.owners.map(({ email }) => email) : [];
}

type Change = { network: SenderNetwork; status: SenderStatus };

/** "SHOP was approved on Safaricom and rejected on Airtel: the letter is not signed." */
function sentence(sender: string, changes: readonly Change[], reason: string): string {
  const said = (["approved", "rejected", "suspended"] as const).flatMap((status) => {
    const on = changes.filter((one) => one.status === status).map(({ network }) => network);
    return on.length > 0 ? [`${status} on ${on.join(", ")}`] : [];
  });
  const why = reason && changes.some(({ status }) => status !== "approved") ? `: ${reason.replace(/\.$/, "")}` : "";
  return `${sender} was ${said.join(" and ")}${why}.`;
}
