import { recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import { beginChange, type MemberContext } from "../people/member-record";
import { listed } from "../people/messages";
import { within } from "../within";
import { expectStatus, type ResellerDeps } from "./deps";
import { accountRow, childRow, parentActor } from "./relation";

/**
 * Lets a child use exactly these of the parent's approved sender names. Messaging is told inside the transaction: when
 * it does not answer, nothing is written of it either. @throws HttpError 403, 404, 422
 */
export async function giveSenders(
  { db }: Database,
  deps: ResellerDeps,
  context: MemberContext,
  child: string,
  requested: readonly string[],
) {
  const { account } = context;
  await readAccount(db, account, (trx) => childRow(trx, account, child));
  const own = expectStatus(await deps.clientsOfAccount(account).messaging.sendingTerms(), 200).senders;
  const usable = own.filter(({ status }) => status === "approved");
  const foreign = requested.filter((name) => !usable.some(({ sender }) => sender === name));
  if (foreign.length > 0) {
    const words = `You can only pass on your own approved sender names, not ${listed(foreign)}.`;
    throw new HttpError(422, words, { senders: [words] });
  }
  const before = expectStatus(await deps.clientsOfAccount(child).messaging.sendingTerms(), 200).senders;
  const had = before.filter(({ given, status }) => given && status === "approved").map(({ sender }) => sender);
  const senders = usable
    .filter(({ sender }) => requested.includes(sender))
    .map(({ sender, kind }) => ({ sender, kind }));
  return inAccount(db, account, async (trx) => {
    const changer = await beginChange(trx, context, "Create child account");
    const row = await childRow(trx, account, child);
    const parent = await accountRow(trx, account);
    const now = senders.map(({ sender }) => sender);
    if (now.toSorted().join() !== had.toSorted().join()) {
      const names = now.length > 0 ? listed(now) : "none";
      const about = { subject: "account", subject_id: child } as const;
      await recordActivity(trx, account, changer.by, {
        action: "Sender names of a child account changed",
        description: `${row.name} (${child}) may use ${names}.`,
        ...about,
      });
      await within(trx, account, child, () =>
        recordActivity(trx, child, parentActor(account, parent.name), {
          action: "Sender names changed",
          description: `${parent.name} lets this account use ${names}.`,
          ...about,
        }),
      );
    }
    return expectStatus(
      await deps.clientsOfAccount(child).messaging.giveSenders({ body: { by: account, senders } }),
      201,
    ).senders;
  });
}
