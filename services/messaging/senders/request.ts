import { sql } from "kysely";
import type { z } from "zod";
import type { SenderNetwork } from "../../../rules/senders";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { CountRow, checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { SenderRequest } from "../contract.senders";
import { paperSubject, type SenderDeps } from "./deps";
import { listNetworks, lockedByName, setNetworks } from "./rows";

type Form = z.output<typeof SenderRequest>;
type RequestContext = { account: string; by: ActivityActor; user: { id: string; name: string } | undefined };

/** So that nobody floods the platform: requests that wait at a time. */
const maxWaiting = 10;

function wrong(field: keyof Form, message: string): HttpError {
  return new HttpError(422, "Please correct the marked fields.", { [field]: [message] });
}

/**
 * Asks for a sender ID. A request that waits is changed, one that was rejected or suspended waits again; what a network
 * has approved stays approved. @returns the record's id @throws HttpError 409, 422
 */
export async function requestSender(
  { db }: Database,
  deps: SenderDeps,
  form: Form,
  context: RequestContext,
): Promise<number> {
  const { account, by, user } = context;
  if (form.sender.toLowerCase() === deps.sharedSender?.toLowerCase())
    throw wrong("sender", `${deps.sharedSender} is shared by all accounts. Choose another name.`);
  await inAccount(db, account, async (trx) => void (await networksToAsk(trx, account, form)));
  await keepPapers(deps, form, context);
  const named = await deps.identityFor(account).accountOf();
  return inAccount(db, account, async (trx) => {
    const before = await lockedByName(trx, account, form.sender);
    const networks = await networksToAsk(trx, account, form);
    const set = {
      ...(before?.status === "approved" ? {} : { kind: form.kind }),
      purpose: form.purpose,
      sample: form.sample,
      requested_by: user?.name ?? "",
      user_id: user?.id ?? null,
      requested_at: sql<Date>`now()`,
      ...(named.status === 200 ? { account_name: named.body.name } : {}),
    };
    const { id } = await trx
      .insertInto("messaging.senders")
      .values({ customer_account: account, sender: form.sender, kind: form.kind, ...set })
      .onConflict((on) => on.columns(["customer_account", "sender"]).doUpdateSet(set))
      .returning("id")
      .executeTakeFirstOrThrow();
    await setNetworks(
      trx,
      account,
      form.sender,
      networks.map((network) => ({ network, status: "pending" })),
    );
    await recordActivity(trx, account, by, {
      action: before ? "Sender ID requested again" : "Sender ID requested",
      description: `${form.sender} on ${networks.join(", ")}.`,
      subject: "sender ID",
      subject_id: String(id),
    });
    return id;
  });
}

/** The networks that have something to decide. @throws HttpError when the name can't be asked for */
async function networksToAsk(trx: Trx, account: string, form: Form): Promise<SenderNetwork[]> {
  const before = await lockedByName(trx, account, form.sender);
  if (!before) {
    await mustHaveRoom(trx, account);
    return form.networks;
  }
  if (before.given_by !== null) throw new HttpError(409, `${before.sender} was given to this account by its reseller.`);
  if (before.sender !== form.sender)
    throw wrong("sender", `This account has ${before.sender} already. Capitals and small letters count as the same.`);
  if (before.status === "approved" && before.kind !== form.kind)
    throw wrong("kind", `${before.sender} is approved as ${before.kind}. Ask for another name for the other kind.`);
  const known = await listNetworks(trx, account, form.sender);
  const approved = known.filter(({ status }) => status === "approved").map(({ network }) => network);
  const asked = form.networks.filter((network) => !approved.includes(network));
  if (asked.length === 0) throw new HttpError(409, `${before.sender} is approved on these networks already.`);
  return asked;
}

async function mustHaveRoom(trx: Trx, account: string): Promise<void> {
  const statement = sql`select count(*) as count from messaging.senders
    where customer_account = ${account} and status = 'pending'`;
  const waiting = await checkedRow(trx, CountRow, statement);
  if (waiting && waiting.count >= maxWaiting)
    throw wrong("sender", `${maxWaiting} requests wait already. Ask again when one of them was decided.`);
}

/** Binds the papers to the name. A first request needs one; a renewed one has those of before. */
async function keepPapers(
  deps: SenderDeps,
  { sender, paper_ids }: Form,
  { account, user }: RequestContext,
): Promise<void> {
  const uploads = deps.uploadsFor(account);
  const about = { subject: paperSubject, subject_id: sender };
  if (paper_ids.length > 0) {
    const bound = await uploads.attach({
      body: { ids: paper_ids, ...about, ...(user ? { user_id: user.id } : {}) },
    });
    if (bound.status !== 201) throw wrong("paper_ids", "The files could not be attached. Choose them again.");
    return;
  }
  const before = await uploads.filesOf({ query: about });
  if (before.status !== 200) throw new HttpError(503, "The files can't be read right now. Try again in a moment.");
  if (before.body.files.length === 0) throw wrong("paper_ids", "Attach the letter that says you may use this name.");
}
