import { sql } from "kysely";
import { segment } from "../../../rules/segments";
import { messageTexts, partsCost, surveyParts, tooLongQuestions } from "../../../rules/survey/cost";
import { isAsked, type SurveyGraph } from "../../../rules/survey/graph";
import type { Disposition } from "../../../rules/survey/sessions";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { json, row, rows } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { InstanceForm, InstanceStatus, instanceCalls, SurveyInstanceDetail } from "../contract.instances";
import type { SurveyDeps } from "../deps";
import { findSurvey, loadVersion } from "../store/surveys";
import { endSessions } from "./receive";
import { endReplies } from "./run";
import {
  asInstance,
  clockMinutes,
  findInstance,
  type InstanceRow,
  instancePage,
  messagePage,
  queueKeptBack,
} from "./store";

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

type Terms = { usable: boolean; part_price: number; time_zone: string };
type Person = { msisdn: string; name: string; opted_out: boolean };

/** The calls of runs: a survey sent by SMS to a contact group. */
export function instanceHandlers(
  { db }: Database,
  deps: SurveyDeps,
): Pick<Handlers<typeof survey.calls>, keyof typeof instanceCalls> {
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

/** Makes the move. Answers the numbers of whom nothing is asked then. @throws HttpError 409 */
async function moveRun(
  trx: Trx,
  account: string,
  { id, status }: InstanceRow,
  move: "pause" | "resume" | "close",
): Promise<string[]> {
  const mine = sql`customer_account = ${account} and id = ${id}`;
  if (move === "pause") {
    if (status !== "running") throw new HttpError(409, "Only a run that is running can be paused.");
    await sql`update survey.instances set status = 'paused', trouble = '' where ${mine}`.execute(trx);
    return [];
  }
  if (move === "resume") {
    if (status !== "paused") throw new HttpError(409, "Only a paused run can be resumed.");
    await sql`update survey.instances set status = 'running', trouble = '' where ${mine}`.execute(trx);
    await queueKeptBack(trx, account, id);
    return [];
  }
  if (status !== "running" && status !== "paused")
    throw new HttpError(409, status === "pending" ? "This run was not started." : "This run is over already.");
  return closeRun(trx, account, id);
}

/** Ends a run with its open sessions; what was answered stays. Answers the numbers of whom nothing is asked then. */
export async function closeRun(trx: Trx, account: string, id: number): Promise<string[]> {
  await sql`update survey.instances set status = 'closed', ended_at = now()
    where customer_account = ${account} and id = ${id}`.execute(trx);
  const ended: string[] = [];
  for (;;) {
    const some = await endSessions(trx, account, sql`x.instance_id = ${id}`, "The run was closed.");
    ended.push(...some);
    if (some.length === 0) return ended;
  }
}

async function loadDetail(
  trx: Trx,
  account: string,
  id: number,
  terms: Terms | undefined,
): Promise<SurveyInstanceDetail> {
  const found = await findInstance(trx, account, id);
  const on = await findSurvey(trx, account, found.uuid);
  const graph = await loadVersion(trx, account, found.survey_id, found.version || on.version);
  const by_disposition = await rows<{ disposition: Disposition; count: number }>(
    trx,
    sql`select disposition, count(*)::int as count from survey.sessions
      where customer_account = ${account} and instance_id = ${id} group by disposition order by 2 desc, 1`,
  );
  const pending = found.status === "pending" && terms !== undefined;
  const asked = graph.questions.filter(isAsked);
  const texts = messageTexts(graph, found.language).flatMap((text, at) => {
    const question = asked[at]?.id;
    return question === undefined ? [] : [{ question, text, parts: segment(text).parts }];
  });
  return {
    ...asInstance(found),
    ...{ by_disposition, texts },
    faults: pending ? listFaults(found, graph, on.status, terms) : [],
    estimate: pending && found.group_id !== null ? estimateCost(found, graph, terms) : null,
  };
}

function listFaults(found: InstanceRow, graph: SurveyGraph, status: string, { usable }: Terms): string[] {
  const long = tooLongQuestions(graph, found.language);
  const told = (wrongly: boolean, words: string) => (wrongly ? [words] : []);
  return [
    ...told(status !== "published", "The survey is closed. Publish it again first."),
    ...told(found.sender === "", "Choose a sender ID."),
    ...told(found.sender !== "" && !usable, "The sender ID can't be used any more. Choose another one."),
    ...told(found.group_id === null, "Choose a contact group."),
    ...told(found.group_id !== null && found.waiting_count === 0, "No one in the contact group can be asked."),
    ...long.map((place) => `Question ${place} is too long for an SMS.`),
  ];
}

function estimateCost({ waiting_count: recipients, language }: InstanceRow, graph: SurveyGraph, { part_price }: Terms) {
  const { least, most } = surveyParts(graph, language);
  return {
    ...{ recipients, part_price, least_parts: least * recipients, most_parts: most * recipients },
    least_cents: partsCost(least * recipients, part_price),
    most_cents: partsCost(most * recipients, part_price),
  };
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
