import { sql } from "kysely";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import type { survey } from "../../services/survey/contract";
import type { WebSession } from "../../services/survey/contract.respond";
import type { SurveyChange, SurveyDetail } from "../../services/survey/contract.schemas";
import { joinAfterRecords } from "../../services/survey/instances/after-records";
import { workRuns } from "../../services/survey/instances/run";
import { surveyService, surveyTasks } from "../../services/survey/service";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { finishedKeeper } from "./finished";
import { moneyWire } from "./money-wire";
import { whatsappWire } from "./whatsapp-wire";

export const savanna = "100001";
const lakeside = "200002";

const people = {
  owner: person({ products: ["Surveys", "Ticketing"] }),
  researcher: person({
    id: "2",
    name: "Otieno Ouma",
    roles: [],
    permissions: ["Create Surveys"],
    products: ["Surveys"],
  }),
  nobody: person({ roles: [], permissions: [], products: ["Surveys"] }),
  unsold: person({ products: ["SMS"] }),
  other: person({ customer_account: lakeside, id: "9", name: "Achieng", products: ["Surveys"] }),
};
export type Token = keyof typeof people | "service" | "";
type GroupMember = { msisdn: string; name: string; fields: object; opted_out: boolean };
type Ticket = { key: string; subject: string; description: string; customer_phone: string };
type Questions = { key: string; sender: string; messages: { to: string; text: string; expects: boolean }[] };
export type SurveyFixture = Awaited<ReturnType<typeof surveyFixture>>;

/** Where other services are real: their database, and clients of them. */
type RealServices = { database: TestDatabase; billing: object; messaging: object };

/** The survey service on a database of its own, or on that of services that are real. */
export async function surveyFixture(real?: RealServices) {
  const database = real?.database ?? (await freshDatabase());
  const faults: unknown[] = [];
  /** What messaging was asked for: groups, what was sent, of whom nothing is expected any more. */
  const sms = {
    groups: new Map<number, GroupMember[]>(),
    refuses: "",
    sent: [] as { key: string; to: string; text: string; expects: boolean }[],
    ended: [] as string[],
    optedOut: new Set<string>(),
    expected: [] as string[],
    fields: [] as object[],
    words: [] as { sender: string; word: string }[],
  };
  const tickets: Ticket[] = [];
  /** What was finished with customers, by the service that says so; and which were asked. */
  const finished = { chat: finishedKeeper(), ticket: finishedKeeper(), call: finishedKeeper(), sale: finishedKeeper() };
  /** The business hours with the id 5. */
  const hours = { open: true };
  const money = moneyWire();
  /** A Wednesday at noon in Nairobi: what time it is for whoever writes a keyword. */
  const clock = { now: new Date("2026-11-25T09:00:00Z") };
  const whatsapp = whatsappWire();
  const clients = {
    billing: money.client,
    chat: finished.chat.client,
    voice: finished.call.client,
    crm: finished.sale.client,
    ticketing: {
      ...finished.ticket.client,
      openHours: async () => ({ status: 200, body: { data: [{ id: 5, name: "Office hours", open: hours.open }] } }),
      openTicket: async ({ body }: { body: Ticket }) => {
        if (!tickets.some(({ key }) => key === body.key)) tickets.push(body);
        return { status: 201, body: { ticket_id: 40 + tickets.findIndex(({ key }) => key === body.key) } };
      },
    },
    messaging: {
      senders: async () => ({ status: 200, body: { data: [{ sender: "SAVANNA", status: "approved" }] } }),
      questionTerms: async ({ body }: { body: { sender: string } }) => ({
        status: 200,
        body: { usable: body.sender === "SAVANNA", part_price: 8_000, time_zone: "Africa/Nairobi" },
      }),
      audience: async ({ body }: { body: { group_id: number } }) => {
        const data = sms.groups.get(body.group_id);
        if (!data) return { status: 404, body: { status: 404, message: "There is no such group." } };
        return { status: 200, body: { name: "Customers", fields: [], data, next: null } };
      },
      sendQuestions: async ({ body }: { body: Questions }) => {
        if (sms.refuses) return { status: 422, body: { status: 422, message: sms.refuses } };
        if (!sms.sent.some(({ key }) => key === body.key))
          for (const { to, text, expects } of body.messages) sms.sent.push({ key: body.key, to, text, expects });
        return { status: 201, body: { accepted: body.messages.map(({ to }) => ({ to, id: `1-${to}` })), refused: [] } };
      },
      setContactFields: async ({ body }: { body: object }) => {
        sms.fields.push(body);
        return { status: 200, body: { updated: true } };
      },
      optedOut: async ({ body }: { body: { msisdns: string[] } }) => ({
        status: 200,
        body: { msisdns: body.msisdns.filter((one) => sms.optedOut.has(one)) },
      }),
      expectReplies: async ({ body }: { body: { msisdns: string[] } }) => {
        sms.expected.push(...body.msisdns);
        return { status: 200, body: { expected: body.msisdns.length } };
      },
      setJoinWords: async ({ body }: { body: { data: { sender: string; word: string }[] } }) => {
        sms.words = body.data;
        return { status: 200, body: { words: body.data.length } };
      },
      endReplies: async ({ body }: { body: { msisdns: string[] } }) => {
        sms.ended.push(...body.msisdns);
        return { status: 200, body: { ended: body.msisdns.length } };
      },
    },
  };
  const uploads = { link: async () => ({ status: 200, body: { url: "/files/kept", expires_at: "" } }) };
  Object.assign(clients, { whatsapp: whatsapp.client, uploads });
  if (real) Object.assign(clients, { billing: real.billing, messaging: { ...clients.messaging, ...real.messaging } });
  const deps = {
    clientsFor: () => clients,
    clientsOfAccount: () => clients,
    publicUrl: () => "https://app.test",
    now: () => clock.now,
  } as never;
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err ?? fields) };
  const around = surroundings(people);
  const served = surveyService(database, deps, { ...around, log });

  type CallInput = { params?: object; query?: object; body?: object };
  type Answered = {
    status: number;
    body: Record<string, unknown> & { message: string; errors?: Record<string, string[]> };
  };
  async function ask(
    name: keyof typeof survey.calls,
    input: CallInput = {},
    token: Token = "owner",
  ): Promise<Answered> {
    const carried = {
      ...caller(token),
      ...(token === "service" && { token: serviceToken(around.serviceSecret, savanna) }),
    };
    const before = faults.length;
    const answer = (await served.call(name, input as never, carried)) as unknown as Answered;
    if (answer.status >= 500) throw faults[before] ?? new Error(`${name}: ${answer.status} ${answer.body.message}`);
    return answer;
  }

  async function must<T>(status: number, name: keyof typeof survey.calls, input: CallInput, token?: Token): Promise<T> {
    const answer = await ask(name, input, token);
    if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as never;
  }

  let titles = 0;
  const create = (form: object = {}) =>
    must<SurveyDetail>(201, "createSurvey", { body: { title: `Survey ${++titles}`, ...form } });
  const load = (uuid: string) => must<SurveyDetail>(200, "survey", { params: { uuid } });

  /** Adds a question with its choices; answers the question. */
  async function question(uuid: string, form: object, choices: readonly string[] = []) {
    const { question: made } = await must<SurveyChange>(201, "createQuestion", { body: { survey: uuid, ...form } });
    const id = made?.id ?? 0;
    for (const text of choices) await must(201, "createChoice", { body: { question_id: id, text } });
    return (await load(uuid)).questions.find((one) => one.id === id) as SurveyDetail["questions"][number];
  }

  /** A published survey: how it was (good, poor), why if poor, and a mark of 0 to 10. */
  async function delivery() {
    const { uuid } = await create();
    const how = await question(uuid, { type: "single", text: "How was it?" }, ["Good", "Poor"]);
    const why = await question(uuid, { type: "text", text: "What went wrong?" });
    const nps = await question(uuid, { type: "nps", text: "Would you recommend us?" });
    const [good, poor] = how.options.map(({ id }) => id) as [number, number];
    await must(201, "createCondition", {
      body: { question_id: how.id, operand: "equals", value: String(good), target: nps.id },
    });
    const { link } = await must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
    return { uuid, link: link ?? "", how: how.id, why: why.id, nps: nps.id, good, poor };
  }

  async function begin(link: string, body: object = {}): Promise<{ link: string; session: string }> {
    const { session } = await must<{ session: string }>(201, "beginWebSession", { params: { link }, body }, "");
    return { link, session };
  }
  const answer = (params: object, body: object) => must<WebSession>(201, "answerWebQuestion", { params, body }, "");

  async function rows<T>(statement: string, account = savanna): Promise<T[]> {
    return inAccount(database.db, account, async (trx) => (await sql.raw<T>(statement).execute(trx)).rows);
  }

  const tasks = surveyTasks(database, deps);
  /** Sends what waits to be sent. */
  async function deliver(): Promise<void> {
    const batches = await rows<{ batch: string }>("select distinct batch from survey.messages where state = 'waiting'");
    for (const { batch } of batches) await tasks["survey.send"]?.({ account: savanna, batch });
  }
  /** Sends what nothing was heard of. */
  async function resend(): Promise<void> {
    const batches = await rows<{ batch: string }>("select distinct batch from survey.messages where state = 'sending'");
    for (const { batch } of batches) await tasks["survey.send"]?.({ account: savanna, batch });
  }
  /** One look at all runs, and what they have to say. */
  async function work(now = new Date("2026-11-25T09:00:00Z")): Promise<void> {
    await workRuns(database, {
      ...{ clientsOfAccount: () => clients as never, publicUrl: () => "https://app.test", log, now: () => now },
    });
    await deliver();
  }
  /** One look at what was finished. */
  const lookAfter = (now = clock.now) =>
    joinAfterRecords(database, { clientsOfAccount: () => clients as never, log, now: () => now });
  let inbox = 0;
  /** Somebody writes to the sender ID, and gets the answer. */
  async function reply(
    msisdn: string,
    text: string,
    more: { inbox?: number; stop?: boolean; join?: boolean; more?: object[] } = {},
  ): Promise<void> {
    inbox++;
    await tasks["survey.received"]?.({
      account: savanna,
      inbox,
      msisdn,
      sender: "SAVANNA",
      text,
      stop: false,
      ...more,
    });
    await deliver();
  }

  let answered = 0;
  /** Somebody writes a keyword to the sender ID. The short answers that come of it are sent. */
  async function keyword(msisdn: string, text: string, more: { inbox?: number } = {}): Promise<void> {
    await reply(msisdn, text, { join: true, ...more });
    await sendJoinAnswers();
  }
  async function sendJoinAnswers(): Promise<void> {
    const { rows: jobs } = await queued("survey.join-answer");
    for (const job of jobs.slice(answered)) await tasks["survey.join-answer"]?.(job);
    answered = jobs.length;
  }

  /** The jobs of a kind that wait, by what they are about. */
  async function queued(task: string): Promise<{ rows: Record<string, unknown>[] }> {
    const { rows: jobs } = await asOwner(
      database.url,
      `select p.payload from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
        where j.task_identifier = '${task}' order by p.id`,
    );
    return { rows: (jobs as { payload: Record<string, unknown> }[]).map(({ payload }) => payload) };
  }

  return {
    database,
    queued,
    money,
    whatsapp,
    sms,
    hours,
    tickets,
    finished,
    lookAfter,
    /** Opens the ticket of a session, as its job does. */
    openTicket: (session_id: number) => tasks["survey.ticket"]?.({ account: savanna, session_id }),
    /** Keeps the answers of a session in contact fields, as its job does. */
    saveFields: (session_id: number) => tasks["survey.fields"]?.({ account: savanna, session_id }),
    work,
    clock,
    keyword,
    sendJoinAnswers,
    /** Tells messaging which words to hand on, as its job does. */
    sendWords: () => tasks["survey.words"]?.({ account: savanna }),
    reply,
    deliver,
    resend,
    ask,
    must,
    create,
    load,
    question,
    delivery,
    begin,
    answer,
    rows,
    paid: money.paid,
    close: () => database.drop(),
  };
}
