import { sql } from "kysely";
import { type CustomerRelation, joinedWith, maxJoined, setApartFrom } from "../../../rules/customer-links";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { CustomerLink, customerLinkCalls } from "../contract.customers";
import { recordActor } from "../records/actor";
import { dropLink, listLinks, saveLink } from "./store";

/** The calls about numbers and addresses that are joined or set apart by hand. */
export function customerLinkHandlers({
  db,
}: Database): Pick<Handlers<typeof crm.calls>, keyof typeof customerLinkCalls> {
  return {
    async customerLinks({ query }, { account }) {
      const data = await readAccount(db, account, (trx) => listLinks(trx, account, query.points));
      return { status: 200, body: { data } };
    },
    async linkCustomer({ body: { point, other, relation } }, caller) {
      const body = await inAccount(db, caller.account, (trx) => link(trx, caller, [point, other], relation));
      return { status: 201, body };
    },
    async unlinkCustomer({ params: { id } }, caller) {
      const { account } = caller;
      await inAccount(db, account, async (trx) => {
        const gone = await dropLink(trx, account, id);
        if (!gone) throw new HttpError(404, "There is no such link.");
        await writeActivity(trx, caller, gone, "ended");
      });
      return { status: 200, body: { status: 200, message: "This was taken back." } };
    },
  };
}

const deeds = {
  same: { action: "Contact points joined", said: "belong to one customer." },
  different: { action: "Contact points set apart", said: "belong to two customers." },
  ended: { action: "Contact point link ended", said: "are no longer joined or set apart by hand." },
} as const;

async function writeActivity(trx: Trx, caller: CallContext, link: CustomerLink, deed: keyof typeof deeds) {
  const { action, said } = deeds[deed];
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "customer", subject_id: String(link.id) },
    description: `${link.first} and ${link.second} ${said}`,
  });
}

/** @throws HttpError 409 for a link that what is said already speaks against, 422 */
async function link(
  trx: Trx,
  caller: CallContext,
  [point, other]: readonly [string, string],
  relation: CustomerRelation,
): Promise<CustomerLink> {
  const { account } = caller;
  if (point === other)
    throw new HttpError(422, "This is the same.", { other: ["This is the same number or address."] });
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crm.customer_links ${account}`}, 0))`.execute(trx);
  const known = await listLinks(trx, account, [point, other]);
  const isThis = ({ first, second }: CustomerLink) => [first, second].every((key) => key === point || key === other);
  const rest = known.filter((one) => !isThis(one));
  const [mine, theirs] = [joinedWith([point], rest), joinedWith([other], rest)];
  if (relation === "same") {
    const against = setApartFrom(mine, rest).find((key) => theirs.includes(key));
    if (against !== undefined)
      throw refusal(`${against} is set apart from this customer. Take that back first, on this page.`);
    if (new Set([...mine, ...theirs]).size > maxJoined)
      throw refusal(`A customer has at most ${maxJoined} numbers and addresses that are joined by hand.`);
  } else if (mine.includes(other))
    throw refusal("They are joined through another number or address. Take that back first.");
  const [first, second] = point < other ? [point, other] : [other, point];
  const saved = await saveLink(trx, account, { first, second, relation, by: recordActor(caller).name });
  await writeActivity(trx, caller, saved, relation);
  return saved;
}

function refusal(message: string): HttpError {
  return new HttpError(409, message, { other: [message] });
}
