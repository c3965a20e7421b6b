import { sql } from "kysely";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { json, row } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { InstanceForm, InstanceStatus, instanceCalls, SurveyInstanceDetail } from "../contract.instances";
import type { SurveyDeps } from "../deps";
import { findSurvey } from "../store/surveys";
import type { AnswerFieldCalls } from "./answer-fields";
import { loadDetail, type Terms } from "./detail";
import { moveRun } from "./moves";
import { loadRecipient } from "./recipients";
import { endReplies } from "./run";
import { clockMinutes, findInstance, type InstanceRow, instancePage, messagePage } from "./store";

const statusNames: Record<InstanceStatus, string> = {
  pending: "Not started",
  running: "Running",
  paused: "Paused",
  closed: "Closed early",
  done: "Done",
};
/** Most people of a run. */
const mostRecipients = 100_000;
const started = "This run was started, so it can't be changed.";

type Person = { msisdn: string; name: string; opted_out: boolean };

/** The calls of runs: a survey sent by SMS to a contact group. */
export function instanceHandlers(
  { db }: Database,
  deps: SurveyDeps,
): Pick<Handlers<typeof survey.calls>, Exclude<keyof typeof instanceCalls, AnswerFieldCalls>> {
  async function loadTerms(account: string, sender: string): Promise<Terms> {
    const answer = await deps.clientsOfAccount(account).messaging.questionTerms({ body: { sender } });
    if (answer.status !== 200) throw new HttpError(503, "The prices of SMS can't be read right now. Please try again.");
    return answer.body;
  }

  async function detail(account: string, id: number): Promise<SurveyInstanceDetail> {
    const { sender, status } = await readAccount(db, account, (trx) => findInstance(trx, account, id));
    const terms = status === "pending" ? await loadTerms(account, sender) : undefined;
    return readAccount(db, account, (trx) => loadDetail(trx, account, id, terms));
  }

  return {
    async instances({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => instancePage(trx, account, query)) };
    },
    async instance({ params }, { account }) {
      return { status: 200, body: await detail(account, params.id) };
    },
    async instanceStatuses() {
      const data = Object.entries(statusNames).map(([id, name]) => ({ id: id as InstanceStatus, name }));
      return { status: 200, body: { data } };
    },
    async recipient({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadRecipient(trx, account, params.id)) };
    },
    async surveyMessages({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => messagePage(trx, account, query)) };
    },

    async createInstance({ body }, caller) {
      const { account } = caller;
      const id = await inAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, body.survey);
        if (found.status !== "published") throw new HttpError(409, "Publish the survey before you send it.");
        const made = await row<{ id: number }>(
          trx,
          sql`insert into survey.instances (customer_account, survey_id, name, language, created_by)
            values (${account}, ${found.id}, ${body.name}, ${found.languages[0] ?? "en"},
              ${caller.who.kind === "person" ? caller.who.name : ""}) returning id`,
        );
        if (!made) throw new Error("the run was not written");
        await note(trx, caller, "Survey run added", { ...found, id: made.id, name: body.name });
        return made.id;
      });
      return { status: 201, body: await detail(account, id) };
    },

    async updateInstance({ params, body }, { account }) {
      if (clockMinutes(body.until) <= clockMinutes(body.from)) throw wrong("until", "The end is before the beginning.");
      const terms = await loadTerms(account, body.sender);
      if (body.sender !== "" && !terms.usable) throw wrong("sender", "Choose one of your approved sender IDs.");
      const group = body.group_id === null ? undefined : await loadPeople(deps, account, body.group_id);
      await inAccount(db, account, async (trx) => {
        const found = await findInstance(trx, account, params.id, true);
        if (found.status !== "pending") throw new HttpError(409, started);
        await setForm(trx, account, found, body, terms.time_zone, group);
      });
      return { status: 201, body: await detail(account, params.id) };
    },

    async dispatchInstance({ params, body }, caller) {
      const { account } = caller;
      const { sender } = await readAccount(db, account, (trx) => findInstance(trx, account, params.id));
      const terms = await loadTerms(account, sender);
      await inAccount(db, account, async (trx) => {
        const found = await findInstance(trx, account, params.id, true);
        // Pressed twice: it was started once.
        if (found.status !== "pending") throw new HttpError(409, "This run was started already.");
        const { estimate, faults } = await loadDetail(trx, account, params.id, terms);
        if (faults.length > 0 || !estimate) throw new HttpError(422, "The run can't be started yet.", { form: faults });
        if (estimate.most_cents !== body.most_cents)
          throw new HttpError(409, "The cost is different now. Look at it again before you start.");
        await sql`
          update survey.instances i set status = 'running', started_at = now(), time_zone = ${terms.time_zone},
            least_cents = ${estimate.least_cents}, most_cents = ${estimate.most_cents},
            version = (select version from survey.surveys s
              where s.customer_account = i.customer_account and s.id = i.survey_id)
          where i.customer_account = ${account} and i.id = ${params.id}`.execute(trx);
        await sql`insert into survey.runs (instance_id, customer_account) values (${params.id}, ${account})`.execute(
          trx,
        );
        await note(trx, caller, "Survey run started", found);
      });
      return { status: 201, body: await detail(account, params.id) };
    },

    async moveInstance({ params, body }, caller) {
      const { account } = caller;
      const { move } = body;
      const ended = await inAccount(db, account, async (trx) => {
        const found = await findInstance(trx, account, params.id, true);
        const done = await moveRun(trx, account, found, move);
        const action = {
          pause: "Survey run paused",
          resume: "Survey run resumed",
          close: "Survey run closed",
        } as const;
        await note(trx, caller, action[move], found);
        return { msisdns: done, sender: found.sender };
      });
      await endReplies(deps, account, ended.sender, ended.msisdns);
      return { status: 201, body: await detail(account, params.id) };
    },
  };
}

/** @throws HttpError 422 for a group that is too large or not there */
async function loadPeople(
  { clientsOfAccount }: SurveyDeps,
  account: string,
  group_id: number,
): Promise<{ name: string; people: Person[] }> {
  const people: Person[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const answer = await clientsOfAccount(account).messaging.audience({
      body: { group_id, list_id: null, after },
    });
    if (answer.status === 404) throw wrong("group_id", "There is no such contact group.");
    if (answer.status !== 200) throw new HttpError(503, "The contact group can't be read right now.");
    people.push(...answer.body.data.map(({ msisdn, name, opted_out }) => ({ msisdn, name, opted_out })));
    if (people.length > mostRecipients) throw wrong("group_id", "A run has at most 100,000 people.");
    after = answer.body.next;
    if (after === null) return { name: answer.body.name, people };
  }
  return { name: "", people };
}

function wrong(field: string, words: string): HttpError {
  return new HttpError(422, "Please correct the marked fields.", { [field]: [words] });
}

async function setForm(
  trx: Trx,
  account: string,
  { id }: InstanceRow,
  form: InstanceForm,
  zone: string,
  group: { name: string; people: Person[] } | undefined,
): Promise<void> {
  const { name, sender, group_id, language, from, until, expiry_hours, reminders, reminder_hours } = form;
  await sql`
    update survey.instances set name = ${name}, sender = ${sender}, group_id = ${group_id},
      group_name = ${group?.name ?? ""}, language = ${language}, from_minute = ${clockMinutes(from)},
      until_minute = ${clockMinutes(until)}, time_zone = ${zone}, expiry_hours = ${expiry_hours},
      reminders = ${reminders}, reminder_hours = ${reminder_hours}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`delete from survey.recipients where customer_account = ${account} and instance_id = ${id}`.execute(trx);
  const people = group?.people ?? [];
  for (let at = 0; at < people.length; at += 5_000)
    await sql`
      insert into survey.recipients (customer_account, instance_id, msisdn, name, state)
      select ${account}, ${id}, p.msisdn, p.name, case when p.opted_out then 'skipped' else 'waiting' end
      from jsonb_to_recordset(${json(people.slice(at, at + 5_000))}) as p (msisdn text, name text, opted_out boolean)
      on conflict do nothing`.execute(trx);
}

type RunAction =
  | "Survey run added"
  | "Survey run started"
  | "Survey run paused"
  | "Survey run resumed"
  | "Survey run closed";

async function note(
  trx: Trx,
  caller: CallContext,
  action: RunAction,
  { id, name, title }: { id: number; name: string; title: string },
): Promise<void> {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "survey", subject_id: String(id) },
    description: `The run ${name} of the survey ${title}.`,
  });
}
