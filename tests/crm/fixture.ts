import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { KeyScope } from "../../rules/api-keys";
import type { crm } from "../../services/crm/contract";
import type { RecordImport } from "../../services/crm/contract.imports";
import type { RecordDetail } from "../../services/crm/contract.records";
import { importTasks } from "../../services/crm/imports/jobs";
import { importTask } from "../../services/crm/imports/start";
import { crmService } from "../../services/crm/service";
import type { RawBody } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { bundleWorker } from "../messaging/contact-file.fixtures";
import { asOwner, freshDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

export const savanna = "100001";
export const lakeside = "200002";

const sales = { roles: [], permissions: ["View crm leads" as const], products: ["CRM" as const] };
const program = (api_key: { id: number; scopes: KeyScope[] }, customer_account = savanna) =>
  person({
    ...{ id: `key.${api_key.id}`, name: "Online shop (API key)", roles: [], products: ["CRM"] },
    ...{ customer_account, api_key },
  });
const people = {
  owner: person({ products: ["CRM", "SMS", "Email", "Whatsapp"] }),
  /** An administrator of an account that has the chat as well. */
  chatty: person({ products: ["CRM", "Chats"] }),
  seller: person({ ...sales, id: "2", name: "Otieno Ouma", email: "otieno@savanna.test" }),
  contacts: person({ ...sales, id: "3", name: "Wairimu", permissions: ["View crm contacts"] }),
  nobody: person({ roles: [], permissions: [], products: ["CRM"] }),
  unsold: person({ products: ["SMS"] }),
  other: person({ customer_account: lakeside, id: "9", name: "Achieng", products: ["CRM"] }),
  keyOfLeads: program({ id: 7, scopes: ["leads:read", "leads:write"] }),
  keyThatReads: program({ id: 8, scopes: ["leads:read"] }),
  keyOfOthers: program({ id: 9, scopes: ["leads:read"] }, lakeside),
};
export type Token = keyof typeof people | "service";
export type CrmStage = Awaited<ReturnType<typeof crmStage>>;

/** The CRM service on a database of its own; identity knows the people above. `outside`: other services that it asks. */
export async function crmStage(now: () => Date = () => new Date(), outside: object = {}) {
  const database = await freshDatabase();
  const faults: unknown[] = [];
  /** People who can't sign in any more, and what is held by those whose rights were changed. */
  const gone = new Set<string>();
  const held = new Map<string, { permissions: string[]; roles: { name: string }[] }>();
  const account = {
    customer_account: savanna,
    time_zone: "Africa/Nairobi",
    phone: "+254700000001",
    kra_pin: "P051234567X",
  };
  const colleagues = [people.owner, people.seller].map(({ id, name, email }) => ({ id, name, email, role: "Agent" }));
  const allMembers = async () => ({ status: 200 as const, body: { data: colleagues } });
  const personAccess = async ({ params }: { params: { id: string } }) => {
    const found = [people.owner, people.seller].find(({ id }) => id === params.id);
    return found && !gone.has(found.id)
      ? { status: 200 as const, body: { ...found, ...held.get(found.id) } }
      : { status: 404 as const, body: { status: 404, message: "There is no such person who can sign in." } };
  };
  const accountOf = async () => ({ status: 200 as const, body: { ...account, name: "Savanna Traders" } });
  const clientsOfAccount = () => ({ identity: { allMembers, personAccess, accountOf }, ...outside }) as never;
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err ?? fields) };
  const around = surroundings(people);
  const dataDir = mkdtempSync(join(tmpdir(), "crm-test-"));
  const workerFile = join(dataDir, "worker.mjs");
  const files = { dataDir, workerUrl: pathToFileURL(workerFile) };
  const served = crmService(database, { clientsOfAccount, now }, files, { ...around, log });

  type CallInput = { params?: object; query?: object; body?: object; stream?: RawBody };
  type Answered = {
    status: number;
    body: Record<string, unknown> & { message: string; errors?: Record<string, string[]> };
  };
  /** `service`: the account that a service asks for. */
  async function ask(
    name: keyof typeof crm.calls,
    input: CallInput = {},
    token: Token = "owner",
    service = savanna,
  ): Promise<Answered> {
    const carried = {
      ...caller(token),
      ...(token === "service" && { token: serviceToken(around.serviceSecret, service) }),
    };
    const answer = (await served.call(name, input as never, carried)) as unknown as Answered;
    if (answer.status >= 500) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }

  async function lead(form: object = {}, token: Token = "owner"): Promise<RecordDetail> {
    const answer = await ask("createLead", { body: { name: "Amina Hassan", ...form } }, token);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body as unknown as RecordDetail;
  }

  async function stages(): Promise<{ id: number; name: string; category: string; records: number }[]> {
    return (await ask("leadStages")).body.data as never;
  }

  async function rows<T>(statement: string, account = savanna): Promise<T[]> {
    return inAccount(database.db, account, async (trx) => (await sql.raw<T>(statement).execute(trx)).rows);
  }

  /** Sends a file, and starts it; its job has run when this answers. */
  async function imported(
    text: string,
    start: { mapping: object; duplicates?: string; sales_manager_id?: string },
    kind = "lead",
  ) {
    bundleWorker(workerFile);
    const form = new FormData();
    form.set("file", new File([text], "fair.csv", { type: "text/csv" }));
    const { body, headers } = new Response(form);
    const stream = { body, type: headers.get("content-type") ?? "" } as RawBody;
    const sent = (await ask("uploadRecords", { query: { kind }, stream })).body as unknown as RecordImport;
    const params = { id: sent.id };
    const started = await ask("startRecordImport", { params, body: { sales_manager_id: "1", ...start } });
    if (started.status !== 201) return { sent, refused: started, done: sent };
    await importTasks(database, files)[importTask]?.({ account: savanna, import_id: sent.id });
    return { sent, refused: undefined, done: (await ask("recordImport", { params })).body as unknown as RecordImport };
  }

  async function close() {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }

  /** The mails that wait to be sent. */
  async function mails(): Promise<{ to: string; text: string }[]> {
    const { rows } = await asOwner(
      database.url,
      "select payload from graphile_worker._private_jobs where payload->>'subject' is not null",
    );
    return rows.map(({ payload }) => payload);
  }

  /** The jobs of a task that wait, and when they run. */
  async function queued(task: string): Promise<{ payload: object; run_at: Date }[]> {
    const { rows } = await asOwner(
      database.url,
      `select j.payload, j.run_at from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = '${task}'`,
    );
    return rows;
  }

  return { database, gone, held, clientsOfAccount, ask, lead, stages, rows, imported, mails, queued, close };
}
