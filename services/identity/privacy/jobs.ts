import { sql } from "kysely";
import { nairobi } from "../../../rules/format";
import { dropActivities, recordActivity } from "../../kit/activities";
import type { Client } from "../../kit/client";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import type {
  DataSubject,
  personCalls,
  retentionCalls,
  SubjectDataSection,
  SubjectRecordCount,
  ticketRetentionCalls,
} from "../../kit/person-data";
import type { uploads } from "../../uploads/contract";
import { archiveOf } from "./archive";
import { eraseOwn, ownSections } from "./own-data";
import { archiveDays, findRequest, masked, moveRequest, type RequestRow, shownContact } from "./requests";
import { findRetention, nightFrom, type RetentionRow } from "./retention";

/** A service that may keep people's data: then it answers `personCalls`, and maybe calls of retention. */
type Keeper = Partial<Client<typeof personCalls> & Client<typeof retentionCalls> & Client<typeof ticketRetentionCalls>>;
export type PrivacyDeps = {
  /** Every service by its name, asked as a service of ours for one account. */
  clientsOfAccount(account: string): { uploads: Client<typeof uploads.calls> };
};

/** Every service there is: which of them keep people's data is for their contracts to say. */
export function keepersOf({ clientsOfAccount }: PrivacyDeps, account: string): [name: string, service: Keeper][] {
  return Object.entries(clientsOfAccount(account)) as [string, Keeper][];
}

export const requestTask = "identity.person-request";
export const retentionTask = "identity.retention";
const dropTask = "identity.drop-archive";
const subject = "person-request";
const tenMinutes = 600_000;

/** The jobs behind data protection; each may run twice. */
export function privacyTasks({ db }: Database, deps: PrivacyDeps): Tasks {
  const { clientsOfAccount } = deps;
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const keepers = (account: string) => keepersOf(deps, account);

  /** Everything of a person, from every service that keeps people's data. */
  async function listSections(account: string, whom: DataSubject): Promise<SubjectDataSection[]> {
    const sections: SubjectDataSection[] = [];
    for (const [name, service] of keepers(account)) {
      const answer = await service.personData?.({ body: whom });
      if (answer && answer.status !== 200) throw new Error(`${name} did not tell its data: ${answer.body.message}`);
      if (answer) sections.push(...answer.body.sections);
    }
    return [...sections, ...(await readAccount(db, account, (trx) => ownSections(trx, account, whom)))];
  }

  async function archive(account: string, request: RequestRow): Promise<void> {
    const whom = whomOf(request);
    const sections = await listSections(account, whom);
    const timeZone = await readAccount(db, account, (trx) => loadTimeZone(trx, account));
    const stream = {
      body: archiveOf({ contact: shownContact(whom), account, at: new Date(), timeZone }, sections),
      type: "application/zip",
    };
    const to = { subject, subject_id: String(request.id) };
    const files = clientsOfAccount(account).uploads;
    // An earlier try may have left one.
    await files.dropOf({ body: to });
    const kept = await files.keep({ stream, query: { purpose: "export", name: `person-${request.id}.zip`, ...to } });
    if (kept.status !== 201) throw new Error(`the archive was not kept: ${kept.body.message}`);
    const outcome = sections.map(
      ({ kind, rows }): SubjectRecordCount => ({ kind, count: rows.length, outcome: "kept", why: "" }),
    );
    await inside(account, async (trx) => {
      await moveRequest(trx, account, request.id, { state: "done", outcome, file_id: kept.body.id });
      const at = new Date(Date.now() + archiveDays * 86_400_000);
      await sendLater(trx, dropTask, { account, id: request.id }, { at });
    });
  }

  async function erase(account: string, request: RequestRow): Promise<void> {
    const whom = whomOf(request);
    const outcome: SubjectRecordCount[] = [];
    for (const [name, service] of keepers(account)) {
      const answer = await service.erasePerson?.({ body: whom });
      if (answer?.status === 409) {
        const { message } = answer.body;
        await inside(account, async (trx) => {
          await moveRequest(trx, account, request.id, { state: "waiting", message });
          await sendLater(trx, requestTask, { account, id: request.id }, { at: new Date(Date.now() + tenMinutes) });
        });
        return;
      }
      if (answer && answer.status !== 200) throw new Error(`${name} did not erase: ${answer.body.message}`);
      if (answer) outcome.push(...answer.body.data);
    }
    const archives = await readAccount(db, account, (trx) => listArchives(trx, account, whom));
    for (const id of archives)
      await clientsOfAccount(account).uploads.dropOf({ body: { subject, subject_id: String(id) } });
    await inside(account, async (trx) => {
      const all = [...outcome, ...(await eraseOwn(trx, account, whom, masked(whom)))];
      await moveRequest(trx, account, request.id, { state: "done", outcome: merged(request.outcome, all) });
      await recordActivity(trx, account, "system", {
        action: "Person erased",
        description: `The data of ${masked(whom)} was erased, as ${request.requested_by} had asked.`,
        subject,
        subject_id: String(request.id),
      });
    });
  }

  return {
    async [requestTask](payload) {
      const [account, id] = [String(payload.account), Number(payload.id)];
      const request = await inside(account, async (trx) => {
        const found = await findRequest(trx, account, id);
        if (!found || found.state === "done") return undefined;
        await moveRequest(trx, account, id, { state: "running" });
        return found;
      });
      if (!request) return;
      try {
        await (request.kind === "export" ? archive : erase)(account, request);
      } catch (error) {
        const message = "Something went wrong. It is tried again automatically.";
        await inside(account, (trx) => moveRequest(trx, account, id, { state: "failed", message }));
        throw error;
      }
    },

    async [dropTask](payload) {
      const account = String(payload.account);
      await clientsOfAccount(account).uploads.dropOf({ body: { subject, subject_id: String(payload.id) } });
    },

    async [retentionTask](payload) {
      const account = String(payload.account);
      const kept = await readAccount(db, account, (trx) => findRetention(trx, account));
      if (!kept || !(kept.messages_months || kept.tickets_months || kept.activities_months || kept.files_months))
        return;
      const removed = await applyRetention(account, kept);
      await inside(account, async (trx) => {
        await sql`
          update identity.retention set ran_at = now(), removed = ${JSON.stringify(removed)}::jsonb
          where customer_account = ${account}`.execute(trx);
        const all = Object.entries(removed).filter(([, count]) => count > 0);
        if (all.length > 0)
          await recordActivity(trx, account, "system", {
            action: "Retention applied",
            description: `Older than is kept, and removed: ${all.map(([kind, count]) => `${count} ${kind}`).join(", ")}.`,
          });
        await sendLater(trx, retentionTask, { account }, { at: nightFrom(new Date()), key: `retention ${account}` });
      });
    },
  };

  async function applyRetention(account: string, kept: RetentionRow): Promise<Record<string, number>> {
    const removed: Record<string, number> = {};
    if (kept.messages_months) {
      const body = { before: monthsAgo(kept.messages_months) };
      removed.messages = await until(async () => {
        const answers = await Promise.all(keepers(account).map(([, service]) => service.forgetOlder?.({ body })));
        return answers.flatMap((answer) => (answer ? [answer] : []));
      });
    }
    if (kept.tickets_months) {
      const body = { before: monthsAgo(kept.tickets_months) };
      removed.tickets = await until(async () => {
        const answers = await Promise.all(keepers(account).map(([, service]) => service.forgetTickets?.({ body })));
        return answers.flatMap((answer) => (answer ? [answer] : []));
      });
    }
    if (kept.files_months) {
      const body = {
        before: monthsAgo(kept.files_months),
        purposes: ["issue", "ticket", "chat"] as ("issue" | "ticket" | "chat")[],
      };
      removed.files = await until(async () => [await clientsOfAccount(account).uploads.dropOlder({ body })]);
    }
    if (kept.activities_months) {
      const before = monthsAgo(kept.activities_months);
      removed.activities = await until(async () => {
        const count = await inside(account, (trx) => dropActivities(trx, account, before));
        return [{ status: 200 as const, body: { removed: count, more: count === 5_000 } }];
      });
    }
    return removed;
  }
}

type Dropped =
  | { status: 200; body: { removed: number; more: boolean } }
  | { status: number; body: { message: string } };

/** Asks again until there is no more. */
async function until(ask: () => Promise<Dropped[]>): Promise<number> {
  let total = 0;
  for (;;) {
    let more = false;
    for (const answer of await ask()) {
      if (!("removed" in answer.body)) throw new Error(`retention was refused: ${answer.body.message}`);
      total += answer.body.removed;
      more ||= answer.body.more;
    }
    if (!more) return total;
  }
}

function monthsAgo(months: number): string {
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() - months);
  return at.toISOString();
}

function whomOf({ msisdn, email }: RequestRow): DataSubject {
  return { msisdn, email };
}

/** A repeated erasure finds nothing of what the first try took: what was noted before stays noted. */
function merged(before: readonly SubjectRecordCount[], now: readonly SubjectRecordCount[]): SubjectRecordCount[] {
  return [...before.filter(({ kind }) => !now.some((found) => found.kind === kind)), ...now];
}

async function listArchives(trx: Trx, account: string, whom: DataSubject): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from identity.person_requests where customer_account = ${account} and kind = 'export'
      and file_id is not null and (msisdn = ${whom.msisdn} or email = ${whom.email})`.execute(trx);
  return rows.map(({ id }) => id);
}

async function loadTimeZone(trx: Trx, account: string): Promise<string> {
  const row = await trx
    .selectFrom("identity.accounts")
    .select("time_zone")
    .where("customer_account", "=", account)
    .executeTakeFirst();
  return row?.time_zone ?? nairobi;
}
