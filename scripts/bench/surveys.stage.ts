import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { billingService } from "../../services/billing/service";
import { findWallet, post, proof } from "../../services/billing/store";
import { type Client, inProcess } from "../../services/kit/client";
import { type Database, inAccount, openDatabase } from "../../services/kit/database";
import { type Person, serviceToken } from "../../services/kit/principal";
import { messagingService } from "../../services/messaging/service";
import { migrate } from "../../services/migrations";
import type { survey } from "../../services/survey/contract";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { surveyService } from "../../services/survey/service";
import { startDatabase } from "../database.mjs";
import { bundled, type SmscProcess, startSmscProcess } from "./smsc-process";

export const account = "100001";
/** The number that questions come from and answers go to. */
export const shortCode = "22141";
const secret = "a-secret-for-the-bench-0123456789";

export type SurveyStage = ReturnType<typeof surveyStage>;

/** The services as a person asks them, over a database that a worker of its own works. */
export function surveyStage(databaseUrl: string) {
  const database = openDatabase(databaseUrl);
  const log = {
    error: (fields: object) => process.stderr.write(`${String((fields as { err?: unknown }).err)}\n`),
    info: () => undefined,
  };
  const around = { introspect: async () => owner, serviceSecret: secret, log };
  const service = { requestId: "bench", address: "", token: serviceToken(secret, account) };
  const money = billingService(database, around);
  const billing = inProcess(money, service);
  const unused = () => {
    throw new Error("not asked here");
  };
  const messagingDeps = { billingFor: () => billing, identityFor: unused, uploadsFor: unused };
  const texts = messagingService(
    database,
    { ...messagingDeps, dataDir: "", sharedSender: undefined, log },
    { ...around, introspect: async (token) => (token === "owner" ? owner : undefined) },
  );
  const clients = { billing, messaging: inProcess(texts, service) } as never;
  const served = surveyService(
    database,
    {
      ...{ clientsFor: () => clients, clientsOfAccount: () => clients, publicUrl: () => "https://bench.test" },
      files: { dataDir: "" },
    },
    around,
  );
  const ask = inProcess(served, { requestId: "bench", address: "", token: "owner" });
  /** Somebody who opens the link of a survey, each from another address. */
  let guests = 0;
  const guest = () => inProcess(served, { requestId: "bench", address: `guest ${++guests}`, token: "" });
  const sms = inProcess(texts, { requestId: "bench", address: "", token: "owner" });
  /** Takes and prices a blast to a group, as it is done for a run of a survey, then sends it. Answers the seconds of the first. */
  async function blast(group_id: number): Promise<number> {
    const body = { sender: shortCode, group_ids: [group_id], body: "Dear {{first_name}}, karibu.", key: randomUUID() };
    const began = performance.now();
    const { id } = mustBe(201, await sms.createBlast({ body: body as never }));
    const seconds = (performance.now() - began) / 1_000;
    mustBe(201, await sms.confirmBlast({ params: { id } }));
    return seconds;
  }
  const answers = answering(ask, guest);
  return { database, ask, blast, ...actions(database, ask), ...answers, close: () => database.close() };
}

/** Responses on the web to a survey whose only question has a limit. */
function answering(ask: Client<typeof survey.calls>, guest: () => Client<typeof survey.calls>) {
  async function limited(max_count: number) {
    const { uuid } = mustBe(
      201,
      await ask.createSurvey({ body: { title: "Limited", category: "other", languages: ["en"] } }),
    );
    const form = { survey: uuid, type: "single", text: "Who are you?" };
    const { question } = mustBe(201, await ask.createQuestion({ body: form as never }));
    for (const text of ["Woman", "Man"])
      await ask.createChoice({ body: { question_id: question?.id ?? 0, text } as never });
    const { questions, link } = mustBe(201, await ask.publishSurvey({ params: { uuid } }));
    const choice = questions[0]?.options[0]?.id ?? 0;
    mustBe(201, await ask.setQuota({ body: { choice_id: choice, max_count } }));
    return { uuid, link: link ?? "", question: question?.id ?? 0, choice };
  }

  /** Answers with what the person is told at the end. */
  async function answerOnce(link: string, question: number, choice: number): Promise<string> {
    const person = guest();
    const { session } = mustBe(201, await person.beginWebSession({ params: { link }, body: {} as never }));
    const body = { question, choices: [choice] };
    return mustBe(201, await person.answerWebQuestion({ params: { link, session }, body: body as never })).ending;
  }
  const listQuotas = async (uuid: string) => mustBe(200, await ask.survey({ params: { uuid } })).quotas;
  return { limited, answerOnce, listQuotas };
}

function actions(database: Database, ask: Client<typeof survey.calls>) {
  /** A group with so many people of their own numbers, straight into the tables. */
  async function group(many: number, from = 0): Promise<number> {
    return inAccount(database.db, account, async (trx) => {
      const { rows } = await sql<{ id: number }>`
        insert into messaging.contact_groups (customer_account, name, contacts, field_names)
        values (${account}, ${`People from ${from}`}, ${many}, '{first_name}') returning id`.execute(trx);
      const id = rows[0]?.id ?? 0;
      await sql`
        with people as (
          insert into messaging.contacts (customer_account, msisdn, name)
          select ${account}, '+2547' || lpad((n + ${from}::int)::text, 8, '0'), 'Wanjiru Maina'
          from generate_series(1, ${many}::int) as n returning id, msisdn, name
        )
        insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, name, fields)
        select ${account}, ${id}, id, msisdn, name, '{"first_name": "Wanjiru"}' from people`.execute(trx);
      return id;
    });
  }

  /** A published survey of five questions that can all be answered with 1. */
  async function published(title: string): Promise<SurveyDetail> {
    const made = mustBe(201, await ask.createSurvey({ body: { title, category: "other", languages: ["en"] } }));
    const forms = [
      { type: "single", text: "How was your delivery?" },
      { type: "rating", text: "How do you rate our driver?" },
      { type: "number", text: "How many parcels did you get?" },
      { type: "single", text: "Would you order again?" },
      { type: "nps", text: "How likely are you to recommend the shop?" },
    ] as const;
    for (const form of forms) {
      const added = mustBe(201, await ask.createQuestion({ body: { survey: made.uuid, ...form } as never }));
      for (const text of form.type === "single" ? ["Good", "Fair", "Poor"] : [])
        await ask.createChoice({ body: { question_id: added.question?.id ?? 0, text } as never });
    }
    return mustBe(201, await ask.publishSurvey({ params: { uuid: made.uuid } }));
  }

  /** A run that may ask at any hour, with its contact base. */
  async function run(uuid: string, group_id: number): Promise<SurveyInstanceDetail> {
    const { id } = mustBe(201, await ask.createInstance({ body: { survey: uuid, name: "Bench" } as never }));
    const form = { name: "Bench", sender: shortCode, group_id, language: "en", from: "00:00", until: "23:59" };
    return mustBe(201, await ask.updateInstance({ params: { id }, body: form as never }));
  }

  const load = async (id: number) => mustBe(200, await ask.instance({ params: { id } }));
  const dispatch = async (id: number, most_cents: number) =>
    mustBe(201, await ask.dispatchInstance({ params: { id }, body: { most_cents } }));

  /** Closes the runs that go on: what is reserved for them comes back when their last messages are settled. */
  async function closeRuns(): Promise<void> {
    for (const { id } of await rows<{ id: number }>("select id from survey.instances where status = 'running'"))
      mustBe(201, await ask.moveInstance({ params: { id }, body: { move: "close" } }));
  }

  /** One statement as the account sees the tables. */
  const rows = <T>(statement: string) =>
    inAccount(database.db, account, async (trx) => (await sql.raw<T>(statement).execute(trx)).rows);

  /** What the ledger says, and what it should: each part that was handed over once, at its price. */
  async function books() {
    const [wallet, sums] = await inAccount(database.db, account, async (trx) => [
      await findWallet(trx, account, "b-100001"),
      await proof(trx, account),
    ]);
    const [sent] = await rows<{ cents: number; parts: number; open: number }>(
      `select coalesce(sum(ceil(c.units_accepted / 100.0)), 0)::bigint as cents,
          coalesce(sum(c.parts_accepted), 0)::int as parts, (select count(*)::int from messaging.queue) as open
        from messaging.blast_counts c`,
    );
    return {
      ...{ available: wallet?.available_cents ?? 0, held: wallet?.held_cents ?? 0, sums },
      spent: startCents - (wallet?.available_cents ?? 0) - (wallet?.held_cents ?? 0),
      ...{ cents: sent?.cents ?? 0, parts: sent?.parts ?? 0, open: sent?.open ?? 0 },
    };
  }
  return { group, published, run, load, dispatch, closeRuns, rows, books };
}

/** What is in the wallet before anything is sent. */
const startCents = 10_000_000_00;

/** An account with money, and a number that questions come from and answers go to. */
export function fillAccount({ db }: Database): Promise<void> {
  return inAccount(db, account, async (trx) => {
    await sql`insert into billing.wallets (customer_account, billing_customer_id) values (${account}, 'b-100001')`.execute(
      trx,
    );
    const entries = [
      { ledger: "cash" as const, cents: -startCents },
      { ledger: "available" as const, cents: startCents },
    ];
    await post(trx, account, { kind: "topup", reference: "bench", entries });
    await sql`insert into messaging.senders (customer_account, sender, status) values (${account}, ${shortCode}, 'approved')`.execute(
      trx,
    );
    await sql`insert into messaging.routes (address, customer_account) values (${shortCode}, ${account})`.execute(trx);
  });
}

function mustBe<Wanted extends number, Answered extends { status: number; body: unknown }>(
  status: Wanted,
  answer: Answered,
): Extract<Answered, { status: Wanted }>["body"] {
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as Extract<Answered, { status: Wanted }>["body"];
}

/** The worker of a bundle, once it works. */
export async function startedWorker(file: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the worker ended")));
  await Promise.race([once(child.stdout, "data"), ended]);
  ended.catch(() => undefined);
  child.stdout.on("data", (data: Buffer) => process.stderr.write(data));
  return child;
}

export async function killed(child: ChildProcess, signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, "exit");
  child.kill(signal);
  await over;
}

const owner: Person = {
  ...{ kind: "person", customer_account: account, id: "1", name: "Wanjiru Maina", email: "owner@savanna.test" },
  ...{ user_group: "1", roles: [{ name: "Owner" }], permissions: [], products: ["Surveys", "SMS"] },
  billing_customer_id: "b-100001",
};

/** `start`: a worker in a process of its own. @param window messages that may be under way to the carrier */
type Setting = {
  stage: SurveyStage;
  phones: SmscProcess;
  url: string;
  start(window: number): ReturnType<typeof startedWorker>;
};

/** Does the work with a database and phones of its own. */
export async function onStage<Found>(work: (setting: Setting) => Promise<Found>): Promise<Found> {
  const home = mkdtempSync(join(tmpdir(), "jibu-surveys-bench-"));
  const cluster = await startDatabase({ dataDir: home });
  const phones = await startSmscProcess("scripts/bench/surveys.phones.ts");
  const program = await bundled("scripts/bench/surveys.worker.ts");
  try {
    await migrate(cluster.url);
    const stage = surveyStage(cluster.url);
    await fillAccount(stage.database);
    const { url } = cluster;
    const start = (window: number) => startedWorker(program.file, [url, String(phones.port), String(window)]);
    const found = await work({ stage, phones, url, start });
    await stage.close();
    return found;
  } finally {
    await phones.stop();
    await cluster.stop();
    program.remove();
    rmSync(home, { recursive: true, force: true });
  }
}
