import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { SharedBreak } from "../../services/kit/contract.breaks";
import { inAccount } from "../../services/kit/database";
import type { Tasks } from "../../services/kit/jobs";
import { serviceToken } from "../../services/kit/principal";
import { sealPassword } from "../../services/voice/agents/secret";
import { shareBreak } from "../../services/voice/agents/shared-breaks";
import { shareBreakTask } from "../../services/voice/agents/store";
import type { voice } from "../../services/voice/contract";
import type { CallLog } from "../../services/voice/contract.schemas";
import { flowRunner } from "../../services/voice/flows/runner";
import { openVoicemailTicket, voicemailTask } from "../../services/voice/flows/voicemails";
import { outboundTasks } from "../../services/voice/outbound/jobs";
import { pacedCaller } from "../../services/voice/pacing/caller";
import { pacingTasks } from "../../services/voice/pacing/turns";
import { pbxDirectory } from "../../services/voice/queue/pbx";
import { robocallCaller } from "../../services/voice/robocalls/caller";
import type { DiallingExchange } from "../../services/voice/robocalls/driver";
import { robocallTasks } from "../../services/voice/robocalls/turns";
import { voiceService } from "../../services/voice/service";
import { tidyVoice } from "../../services/voice/tidy";
import { voiceContext } from "../../services/voice/workspace/context";
import { bundleWorker } from "../messaging/contact-file.fixtures";
import { freshDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

export const savanna = "100001";
export const lakeside = "200002";
export const ourNumber = "+254709000100";

const agent = {
  roles: [],
  permissions: ["Make outbound calls" as const, "Receive inbound calls" as const],
  products: ["Voice" as const],
};
const people = {
  owner: person({ products: ["Voice"] }),
  kevin: person({ ...agent, id: "2", name: "Kevin Kiptoo", email: "agent@savanna.test" }),
  otieno: person({ ...agent, id: "3", name: "Otieno Ouma", email: "admin@savanna.test" }),
  /** Watches and does not call. */
  supervisor: person({
    ...{ id: "4", name: "Fatuma Abdalla", roles: [], products: ["Voice"] },
    permissions: ["View supervisor inbound stats"],
  }),
  /** Approves agents, which is not public. */
  approver: person({ id: "10", permissions: ["Approve voice agent"], products: ["Voice"] }),
  nobody: person({ id: "5", roles: [], permissions: [], products: ["Voice"] }),
  unsold: person({ id: "6", products: ["SMS"] }),
  other: person({ customer_account: lakeside, id: "9", name: "Achieng", products: ["Voice"] }),
};
export type Token = keyof typeof people | "service";
export type VoiceStage = Awaited<ReturnType<typeof voiceStage>>;

export const secret = "a-secret-for-tests-that-is-long-enough";

/** What the other services answer; a test replaces what it is about. */
export function upstreams() {
  const empty = {
    data: [],
    total: 0,
    total_capped: false,
    current_page: 1,
    last_page: 1,
    per_page: 5,
    next: null,
    previous: null,
  };
  const listed = async () => ({ status: 200 as const, body: empty });
  return {
    dropped: [] as string[],
    kept: [] as { name: string; bytes: number }[],
    identity: {
      allMembers: listed,
      /** The skills of the account with the people who have them; undefined: identity does not answer. */
      known: [] as { id: number; name: string; people: number[] }[] | undefined,
      async skills() {
        return this.known
          ? { status: 200 as const, body: { data: this.known } }
          : { status: 503 as const, body: { status: 503, message: "Try again in a moment." } };
      },
    },
    billing: {
      holds: new Map<string, { held: number; settled: number; released: number }>(),
      /** What is left on the balance. */
      balance: 1_000_000,
      async hold({ body }: { body: { reference: string; cents: number } }) {
        if (body.cents > this.balance)
          return { status: 422 as const, body: { status: 422, message: "The balance is too low." } };
        this.holds.set(body.reference, { held: body.cents, settled: 0, released: 0 });
        return { status: 201 as const, body: {} };
      },
      async settle({
        params: { reference },
        body,
      }: {
        params: { reference: string };
        body: { settled_cents: number; released_cents: number };
      }) {
        const hold = this.holds.get(reference);
        if (!hold)
          return { status: 404 as const, body: { status: 404, message: "Nothing is reserved for this work." } };
        Object.assign(hold, { settled: body.settled_cents, released: body.released_cents });
        return { status: 201 as const, body: {} };
      },
    },
    messaging: {
      /** The people of contact group 1, and who asked for no more. */
      people: [] as { msisdn: string; name: string }[],
      added: [] as { phones: string; reason: string }[],
      away: false,
      groups: async () => ({
        status: 200 as const,
        body: { ...empty, data: [{ id: 1, name: "Debtors", contacts: 2 }] },
      }),
      async audience({ body }: { body: { group_id: number } }) {
        if (body.group_id !== 1)
          return { status: 404 as const, body: { status: 404, message: "There is no such group." } };
        const data = this.people.map((one) => ({ ...one, fields: {}, opted_out: this.out.includes(one.msisdn) }));
        return { status: 200 as const, body: { name: "Debtors", fields: [], data, next: null } };
      },
      async addToBlacklist({ body }: { body: { phones: string; reason: string } }) {
        if (this.away) return { status: 503 as const, body: { status: 503, message: "It is away." } };
        this.added.push(body);
        this.out.push(body.phones);
        return { status: 201 as const, body: { added: 1, already: 0, refused: [] } };
      },
      blacklist: listed,
      findContacts: listed,
      /** Numbers on the do-not-call list. */
      out: [] as string[],
      async optedOut({ body }: { body: { msisdns: string[] } }) {
        return { status: 200 as const, body: { msisdns: body.msisdns.filter((one) => this.out.includes(one)) } };
      },
    },
    crm: {
      /** Who has the number, as the CRM says it. */
      known: [] as { id: number; kind: string; name: string }[],
      async recordsWithPoint() {
        return { status: 200 as const, body: { data: this.known } };
      },
      customer: async () => ({ status: 200 as const, body: { names: ["Amina Hassan"] } }),
    },
    ticketing: {
      customerTickets: listed,
      /** Ids of the business hours that are open. */
      open: [1],
      tickets: [] as { key: string; subject: string; customer_name: string; customer_phone: string }[],
      files: [] as string[],
      async openHours() {
        const data = [1, 2].map((id) => ({ id, name: `Hours ${id}`, open: this.open.includes(id) }));
        return { status: 200 as const, body: { data } };
      },
      async openTicket({
        body,
      }: {
        body: { key: string; subject: string; customer_name: string; customer_phone: string };
      }) {
        if (!this.tickets.some(({ key }) => key === body.key)) this.tickets.push(body);
        return { status: 201 as const, body: { ticket_id: 70 + this.tickets.length } };
      },
      async keepMailFiles({ body }: { body: { files: { id: string }[] } }) {
        this.files.push(...body.files.map(({ id }) => id));
        return { status: 201 as const, body: { status: 201, message: "" } };
      },
    },
    chat: {
      contacts: listed,
      /** The breaks that chat was told of. */
      breaks: [] as SharedBreak[],
      async followBreak({ body }: { body: SharedBreak }) {
        this.breaks.push(body);
        return { status: 200 as const, body: { followed: true } };
      },
    },
    uploads: {},
  };
}

/** The voice service on a database of its own; the clock is the test's. */
export async function voiceStage() {
  const database = await freshDatabase();
  const clock = { now: new Date("2037-11-25T08:00:00Z") };
  const others = upstreams();
  const faults: unknown[] = [];
  others.uploads = {
    async keep({ query, stream }: { query: { name: string }; stream: { body: ReadableStream } }) {
      const bytes = (await new Response(stream.body).arrayBuffer()).byteLength;
      others.kept.push({ name: query.name, bytes });
      return { status: 201, body: { id: `00000000-0000-4000-8000-${String(others.kept.length).padStart(12, "0")}` } };
    },
    attach: async ({ body }: { body: { ids: string[] } }) => ({
      status: 201,
      body: { files: body.ids.map((id) => ({ id, purpose: "sound" })) },
    }),
    link: async () => ({ status: 200, body: { url: "/files/1?s=x", expires_at: "2037-11-25T09:00:00Z" } }),
    async dropFiles({ body }: { body: { ids: string[] } }) {
      others.dropped.push(...body.ids);
      return { status: 200, body: { removed: body.ids.length } };
    },
  };
  const deps = {
    ...{ clientsFor: () => others as never, clientsOfAccount: () => others as never, secret, now: () => clock.now },
    pbx: { wssUrl: "wss://pbx.test/ws", stunServers: ["stun:stun.pbx.test:3478"] },
  };
  const context = voiceContext(database, deps);
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err ?? fields) };
  const around = { ...surroundings(people), serviceSecret: secret };
  const dataDir = mkdtempSync(join(tmpdir(), "voice-"));
  const workerFile = join(dataDir, "worker.mjs");
  const files = { dataDir, workerUrl: pathToFileURL(workerFile) };
  const exchange: DiallingExchange = { driver: undefined, isSet: false, detectsMachines: true };
  const served = voiceService(context, files, exchange, { ...around, log });
  const robocalls = robocallCaller(context, exchange, (error) => void faults.push(error));
  const paced = pacedCaller(context, exchange, (error) => void faults.push(error));
  const tasks: Tasks = {
    ...pacingTasks(context, paced),
    ...robocallTasks(context, robocalls),
    ...outboundTasks(context, files),
    [voicemailTask]: (payload: Record<string, unknown>) => openVoicemailTicket(context, payload),
    [shareBreakTask]: (payload: Record<string, unknown>) => shareBreak(context, payload),
  };
  const flows = flowRunner(context, (error) => void faults.push(error));

  type CallInput = { params?: object; query?: object; body?: object; stream?: object };
  type Answered = {
    status: number;
    body: Record<string, unknown> & { message: string; data: never; errors?: Record<string, string[]> };
  };
  async function ask(name: keyof typeof voice.calls, input: CallInput = {}, token: Token = "kevin"): Promise<Answered> {
    const carried = { ...caller(token), ...(token === "service" && { token: serviceToken(secret, savanna) }) };
    const answer = (await served.call(name, input as never, carried)) as unknown as Answered;
    if (answer.status >= 500 && answer.status !== 503) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }

  /** The clock goes on. */
  function pass(seconds: number): void {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
  }

  /** A call rings at an agent. */
  async function ring(reference: string, form: object = {}, token: Token = "kevin"): Promise<CallLog> {
    const body = {
      reference,
      callId: `sip-${reference}`,
      phoneNumber: "254711000111",
      status: "Ringing",
      type: "inbound",
    };
    const answer = await ask("logCall", { body: { ...body, calledNumber: ourNumber, ...form } }, token);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  }

  async function patch(reference: string, state: string, form: object = {}, token: Token = "kevin"): Promise<CallLog> {
    const answer = await ask("updateCall", { body: { type: "inbound", reference, state, ...form } }, token);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  }

  async function rows<T>(statement: string, account = savanna): Promise<T[]> {
    return inAccount(database.db, account, async (trx) => (await sql.raw<T>(statement).execute(trx)).rows);
  }

  const pbx = pbxDirectory(context);
  const tidy = () => tidyVoice(context);
  return {
    /** Builds the reader of files, before the first one is sent. */
    readFiles: () => bundleWorker(workerFile),
    ...{ database, exchange, context, clock, others, tasks, pbx, flows, faults, tidy, ask, pass, ring, patch, rows },
    close() {
      flows.stop();
      robocalls.stop();
      paced.stop();
      rmSync(dataDir, { recursive: true, force: true });
      return database.drop();
    },
  };
}

/** Two agents with extensions, and a number that is called and calls. */
export async function fillCentre({ database, ask }: VoiceStage): Promise<void> {
  await ask("agentStatus");
  await inAccount(database.db, savanna, async (trx) => {
    for (const [user, exten] of [
      ["2", "1001"],
      ["3", "1002"],
    ] as const) {
      await sql`
        insert into voice.extensions (customer_account, user_id, name, exten, secret, state)
        values (${savanna}, ${user}, ${people[user === "2" ? "kevin" : "otieno"].name}, ${exten},
          ${sealPassword(secret, savanna, exten, `password-${exten}`)}, 'approved')`.execute(trx);
      await sql`insert into voice.directory (kind, name, customer_account) values ('extension', ${exten}, ${savanna})`.execute(
        trx,
      );
    }
    await sql`
      insert into voice.numbers (customer_account, phone_number, prefix, queue)
      values (${savanna}, ${ourNumber}, '2547', 'Sales')`.execute(trx);
    await sql`insert into voice.directory (kind, name, customer_account) values ('number', ${ourNumber}, ${savanna})`.execute(
      trx,
    );
  });
}
