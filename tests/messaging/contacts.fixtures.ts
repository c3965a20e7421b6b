import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { z } from "zod";
import type { Permission, Product } from "../../rules/access";
import type { ToldRow } from "../../rules/file-import";
import type { RefusedRow } from "../../services/kit/contact-file/shapes";
import { contract, type RawBody } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serve } from "../../services/kit/serve";
import { contactTasks } from "../../services/messaging/contacts/jobs";
import { contactHandlers } from "../../services/messaging/contacts/service";
import { type Contact, type ContactGroup, contactCalls } from "../../services/messaging/contract.contacts";
import type { Import } from "../../services/messaging/contract.imports";
import { freshDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { bundleWorker } from "./contact-file.fixtures";

export const savanna = "100001";
export const lakeside = "200002";

const people = {
  owner: person(),
  sender: person({ roles: [], permissions: ["Send bulk message"] as Permission[] }),
  nobody: person({ roles: [], permissions: [] }),
  unsold: person({ products: ["Ticketing"] as Product[] }),
  other: person({ customer_account: lakeside, name: "Otieno" }),
};
export type Token = keyof typeof people | "guest";

/** The contacts half of the messaging service on a database and a data folder of its own. */
export async function contactsStage() {
  const database = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "contacts-test-"));
  bundleWorker(join(dataDir, "worker.mjs"));
  const workerUrl = pathToFileURL(join(dataDir, "worker.mjs"));
  const deps = { dataDir, workerUrl };
  const calls = contract("messaging", contactCalls);
  const faults: unknown[] = [];
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err) };
  const served = serve(calls, contactHandlers(database, deps), { ...surroundings(people), log });
  const tasks = contactTasks(database, deps);

  type Name = keyof typeof contactCalls;
  type Item = Contact & { id: number } & ToldRow;
  type Refusals = [z.infer<typeof RefusedRow>, ...z.infer<typeof RefusedRow>[]];
  type Page = { data: [Item, ...Item[]]; total: number; next: string | null; previous: string | null };
  /** What the tests read of the answers, whichever call gave it. */
  type Answered = {
    status: number;
    body: Omit<Import, "refused" | "group_id"> & ContactGroup & Page & { group_id: number; refused: Refusals };
  };
  type CallInput = { params?: object; query?: object; body?: object; stream?: RawBody };

  /** The call through the in-process door. */
  async function ask(name: Name, input: CallInput = {}, token: Token = "owner"): Promise<Answered> {
    const answer = (await served.call(name, input as never, caller(token))) as unknown as Answered;
    if (answer.status >= 500) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }

  /** The same over HTTP. */
  async function send(name: Name, input: CallInput = {}, token: Token = "owner"): Promise<Answered> {
    const call = contactCalls[name];
    const params = (input.params ?? {}) as Record<string, unknown>;
    const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? "")));
    const query = new URLSearchParams((input.query ?? {}) as Record<string, string>);
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    const init: RequestInit & { duplex?: "half" } = { method: call.method, headers };
    if (input.stream) {
      headers["content-type"] = input.stream.type;
      Object.assign(init, { body: input.stream.body, duplex: "half" });
    } else if (input.body) {
      headers["content-type"] = "application/json";
      init.body = JSON.stringify(input.body);
    }
    const request = new Request(`http://jibu.test/api/messaging${path}?${query}`, init);
    const answer = await served.fetch(request, { requestId: "r", address: "127.0.0.1" });
    return { status: answer.status, body: (await answer.json()) as Answered["body"] };
  }

  async function group(name: string, token: Token = "owner", type = "sms"): Promise<number> {
    return (await ask("createGroup", { body: { name, type } }, token)).body.id;
  }

  async function upload(
    content: string | Uint8Array,
    name = "contacts.csv",
    token: Token = "owner",
  ): Promise<Answered> {
    return ask("upload", { stream: form(content, name) }, token);
  }

  /** Uploads, starts with the file's own guess, and does the job. Answers the finished import. */
  async function importFile(content: string | Uint8Array, into: { group_id?: number; group_name?: string }) {
    const id = await started(content, into);
    await run(id);
    return (await ask("import", { params: { id } })).body;
  }

  async function started(
    content: string | Uint8Array,
    into: { group_id?: number; group_name?: string },
  ): Promise<number> {
    const uploaded = await upload(content);
    const id: number = uploaded.body.id;
    const answer = await ask("startImport", { params: { id }, body: { mapping: guessed(uploaded.body), ...into } });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return id;
  }

  async function run(id: number, account = savanna): Promise<void> {
    await tasks["messaging.import"]?.({ account, import_id: id });
  }

  /** Everything an account has in contacts, to compare before and after. */
  async function everything(account = savanna): Promise<unknown> {
    return inAccount(database.db, account, async (trx) => {
      const all = async (query: string) => (await sql.raw(query).execute(trx)).rows;
      return {
        contacts: await all("select id, msisdn, email, name from messaging.contacts order by id"),
        groups: await all("select id, name, contacts, field_names from messaging.contact_groups order by id"),
        members: await all("select * from messaging.group_contacts order by group_id, contact_id"),
        blacklist: await all("select * from messaging.blacklist order by id"),
        replaced: await all("select * from messaging.import_replaced order by import_id, contact_id"),
      };
    });
  }

  return {
    database,
    dataDir,
    workerUrl,
    tasks,
    ask,
    send,
    group,
    upload,
    importFile,
    started,
    run,
    everything,
    files: () => readdirSync(dataDir, { recursive: true }).filter((name) => /uploads.\d+.\w+$/.test(String(name))),
    async end() {
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type Stage = Awaited<ReturnType<typeof contactsStage>>;

/** The mapping as the mapping page would post it, untouched. */
export function guessed(uploaded: { columns: { guess: string }[] }): Record<string, string> {
  return Object.fromEntries(uploaded.columns.map(({ guess }, place) => [place, guess]));
}

/** A browser's multipart form with one file. */
export function form(content: string | Uint8Array, name = "contacts.csv", field = "file"): RawBody {
  const data = new FormData();
  data.set("note", "a field before the file");
  data.set(field, new File([content as BlobPart], name, { type: "text/csv" }));
  const request = new Request("http://jibu.test/", { method: "POST", body: data });
  return { body: request.body as ReadableStream<Uint8Array>, type: request.headers.get("content-type") ?? "" };
}

/** A clean Kenyan number for each n below ten million. */
export function number(n: number): string {
  return `07${String(10_000_000 + n).slice(0, 8)}`;
}
