import { sql } from "kysely";
import { z } from "zod";
import { channelNamed } from "../../../rules/channels";
import { readAccount, type Trx } from "../../kit/database";
import type { personCalls } from "../../kit/person-data";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { chat } from "../contract";
import type { ChatDeps } from "../deps";
import type { ChatContext } from "../workspace/context";
import { lockAccount } from "../workspace/seed";
import { countRecords, isNobody, listSections } from "./data";
import { eraseTheirs, mustBeDone } from "./erase";
import { findRecords } from "./find-by-subject";

const aWeek = 7 * 24 * 3600;
/** Ids in one question to another service. */
const atOnce = 500;

/** What the chat service has of one person, for archives and erasures. */
export function personDataHandlers(service: ChatContext): Pick<Handlers<typeof chat.calls>, keyof typeof personCalls> {
  const { database, deps, write } = service;
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(database.db, account, work);

  return {
    async personCounts({ body }, { account }) {
      const data = await reading(account, async (trx) =>
        countRecords(trx, account, await findRecords(trx, account, body)),
      );
      return { status: 200, body: { data } };
    },

    async personData({ body }, { account }) {
      const link = linksFor(deps, account);
      const sections = await reading(account, async (trx) =>
        listSections(trx, account, await findRecords(trx, account, body), link),
      );
      return { status: 200, body: { sections } };
    },

    async erasePerson({ body }, context) {
      const { account } = context;
      const { theirs, data, points, files } = await reading(account, async (trx) => {
        const found = await findRecords(trx, account, body);
        await mustBeDone(trx, account, found.contacts);
        return {
          theirs: found,
          data: await countRecords(trx, account, found),
          points: await listContactPoints(trx, account, found.people),
          files: await listFiles(trx, account, found.contacts),
        };
      });
      if (isNobody(theirs)) return { status: 200, body: { data: [] } };
      // First what stands elsewhere: what fails in between is done again, as long as chat still knows whose it is.
      await forgetElsewhere(deps, account, points);
      await dropUploads(deps, account, theirs.contacts, files);
      await write(context, async (unit) => {
        await sql`set local statement_timeout = 0`.execute(unit.trx);
        await lockAccount(unit);
        // They may have written meanwhile.
        const now = await findRecords(unit.trx, account, body);
        await mustBeDone(unit.trx, account, now.contacts);
        await eraseTheirs(unit, now);
      });
      return { status: 200, body: { data } };
    },
  };
}

const ContactPoint = z.object({ inbox_id: z.number(), channel: z.string(), external_id: z.string() });
type ContactPoint = z.infer<typeof ContactPoint>;

/** By which ids the web chat and the networks know them. */
function listContactPoints(trx: Trx, account: string, people: readonly number[]): Promise<ContactPoint[]> {
  return checkedRows(
    trx,
    ContactPoint,
    sql`
    select d.inbox_id, i.channel, d.external_id from chat.identities d
    join chat.inboxes i on i.customer_account = d.customer_account and i.id = d.inbox_id
    where d.customer_account = ${account} and d.person_id = any(${bigints(people)}) order by 1, 3`,
  );
}

/** @throws HttpError 503 when the web chat, or the service of the networks, did not forget them */
async function forgetElsewhere(
  { clientsOfAccount }: ChatDeps,
  account: string,
  points: readonly ContactPoint[],
): Promise<void> {
  const { webchat, social } = clientsOfAccount(account);
  for (const inbox_id of new Set(points.map((point) => point.inbox_id))) {
    const theirs = points.filter((point) => point.inbox_id === inbox_id);
    const forget = channelNamed(theirs[0]?.channel ?? "")?.visits ? webchat.forgetVisitors : social.forgetCustomers;
    const ids = theirs.map(({ external_id }) => external_id);
    for (let from = 0; from < ids.length; from += atOnce) {
      const body = { inbox_id, external_ids: ids.slice(from, from + atOnce) };
      const answer = await forget({ body });
      if (answer.status !== 200) throw new HttpError(503, answer.body.message);
    }
  }
}

/** @throws HttpError 503 when the uploads service did not drop them */
async function dropUploads(
  { clientsOfAccount }: ChatDeps,
  account: string,
  contacts: readonly number[],
  files: readonly string[],
): Promise<void> {
  const { uploads } = clientsOfAccount(account);
  for (const id of contacts) {
    const answer = await uploads.dropOf({ body: { subject: "conversation", subject_id: String(id) } });
    if (answer.status !== 200) throw new HttpError(503, answer.body.message);
  }
  for (let from = 0; from < files.length; from += atOnce) {
    const answer = await uploads.dropFiles({ body: { ids: files.slice(from, from + atOnce) } });
    if (answer.status !== 200) throw new HttpError(503, answer.body.message);
  }
}

const TextIdRow = z.object({ id: z.string() });

/** What came in: bound to what the service of its network calls it. */
async function listFiles(trx: Trx, account: string, contacts: readonly number[]): Promise<string[]> {
  const found = await checkedRows(
    trx,
    TextIdRow,
    sql`
    select file_id as id from chat.messages
    where customer_account = ${account} and contact_id = any(${bigints(contacts)}) and file_id is not null`,
  );
  return found.map(({ id }) => id);
}

/** Open links: who gets the archive has no sign-in here. */
function linksFor({ clientsOfAccount, site = "" }: ChatDeps, account: string) {
  return async (file: string): Promise<string> => {
    const answer = await clientsOfAccount(account).uploads.link({
      params: { id: file },
      query: { seconds: aWeek, open: true },
    });
    return answer.status === 200 ? new URL(answer.body.url, site || "http://localhost").href : "";
  };
}
