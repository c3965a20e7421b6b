import { isAdmin } from "../../../rules/access";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import type { DataSubject, SubjectRecordCount } from "../../kit/person-data";
import type { Person, Service } from "../../kit/principal";
import { type Handlers, HttpError } from "../../kit/serve";
import type { identity } from "../contract";
import type { privacyCalls } from "../contract.privacy";
import { requestSelf, selfActor } from "../profile/person";
import { dataKeepers, type PrivacyDeps } from "./keepers";
import { ownCounts } from "./own-data";
import {
  addRequest,
  consentPage,
  findRequest,
  masked,
  type RequestRow,
  readContact,
  requestPage,
  shownContact,
  shownRequest,
} from "./requests";
import { findRetention, setRetention, shownRetention } from "./retention";
import { requestTask } from "./task-names";

const noContact = "This is neither a phone number nor an email address.";
const anHour = 3600;

/** Data protection: archives and erasures of one person, consent, retention. For administrators. */
export function privacyHandlers(
  { db }: Database,
  deps: Partial<PrivacyDeps>,
): Pick<Handlers<typeof identity.calls>, keyof typeof privacyCalls> {
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);
  const others = (): PrivacyDeps => {
    if (!deps.clientsOfAccount) throw new Error("the identity service was set up alone");
    return { clientsOfAccount: deps.clientsOfAccount };
  };

  async function countRecords(account: string, whom: DataSubject): Promise<SubjectRecordCount[]> {
    const data: SubjectRecordCount[] = [];
    for (const [, service] of dataKeepers(others(), account)) {
      const answer = await service.personCounts?.({ body: whom });
      if (answer && answer.status !== 200) throw new HttpError(503, answer.body.message);
      if (answer) data.push(...answer.body.data);
    }
    return [...data, ...(await reading(account, (trx) => ownCounts(trx, account, whom)))];
  }

  async function findFileUrl(account: string, { file_id, expires_at }: RequestRow): Promise<string | null> {
    const left = Math.floor(((expires_at?.getTime() ?? 0) - Date.now()) / 1000);
    if (!file_id || left < 60) return null;
    const link = { params: { id: file_id }, query: { seconds: Math.min(left, anHour) } };
    const answer = await others().clientsOfAccount(account).uploads.link(link);
    return answer.status === 200 ? answer.body.url : null;
  }

  return {
    async personRequests({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => requestPage(trx, account, query)) };
    },

    async personRequest({ params }, { account, who }) {
      const row = await reading(account, (trx) => findRequest(trx, account, params.id));
      if (!row) return problem(404, "There is no such request.");
      const may = who.kind === "person" && isAdmin(who.roles);
      return { status: 200, body: shownRequest(row, may ? await findFileUrl(account, row) : null) };
    },

    async findPerson({ query }, { account, who }) {
      mustBeAdmin(who);
      const whom = readContact(query.contact);
      if (!whom) return problem(422, noContact, { contact: [noContact] });
      return { status: 200, body: { contact: shownContact(whom), data: await countRecords(account, whom) } };
    },

    async requestPerson({ body }, { account, who, address }) {
      mustBeAdmin(who);
      const self = requestSelf(who, address);
      const whom = readContact(body.contact);
      if (!whom) return problem(422, noContact, { contact: [noContact] });
      const again = readContact(body.confirm);
      if (body.kind === "erasure" && (!again || shownContact(again) !== shownContact(whom))) {
        const words = `Write ${shownContact(whom)} to confirm.`;
        return problem(422, words, { confirm: [words] });
      }
      const row = await inside(account, async (trx) => {
        const added = await addRequest(trx, account, { kind: body.kind, whom, by: { id: who.id, name: who.name } });
        await sendLater(trx, requestTask, { account, id: added.id }, { key: `person-request ${account} ${added.id}` });
        const what = body.kind === "export" ? "an archive" : "the erasure";
        await recordActivity(trx, account, selfActor(self), {
          action: body.kind === "export" ? "Person's data asked for" : "Erasure asked for",
          description: `${who.name} asked for ${what} of the data of ${masked(whom)}.`,
          subject: "person-request",
          subject_id: String(added.id),
        });
        return added;
      });
      return { status: 201, body: shownRequest(row, null) };
    },

    async retention(_, { account }) {
      return { status: 200, body: shownRetention(await reading(account, (trx) => findRetention(trx, account))) };
    },

    async setRetention({ body }, { account, who, address }) {
      mustBeAdmin(who);
      const self = requestSelf(who, address);
      const row = await inside(account, async (trx) => {
        await setRetention(trx, self, body);
        return findRetention(trx, account);
      });
      return { status: 200, body: shownRetention(row) };
    },

    async consents({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => consentPage(trx, account, query)) };
    },
  };
}

/** @throws HttpError 403 */
function mustBeAdmin(who: Person | Service): void {
  if (who.kind === "service" || !isAdmin(who.roles))
    throw new HttpError(403, "Only an owner or a Super Admin can do this.");
}
