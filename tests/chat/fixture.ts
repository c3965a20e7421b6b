import { vi } from "vitest";
import type { Permission } from "../../rules/access";
import type { chat } from "../../services/chat/contract";
import type { Contact, Message } from "../../services/chat/contract.schemas";
import type { ChatUpstreams } from "../../services/chat/deps";
import { chatService } from "../../services/chat/service";
import { sweep } from "../../services/chat/sweep";
import { inAccount } from "../../services/kit/database";
import { since } from "../../services/kit/events";
import { type Person, serviceToken } from "../../services/kit/principal";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

export const savanna = "100001";
const lakeside = "200002";
const products = ["Chats"] as const;

const member = (id: string, name: string, permissions: Permission[], role = "Agent") =>
  person({
    id,
    name,
    email: `${name.toLowerCase()}@savanna.test`,
    roles: [{ name: role }],
    permissions,
    products: [...products],
  });

export const people = {
  owner: person({ products: [...products] }),
  joy: member("2", "Joy", ["View chat inbox"]),
  kevin: member("3", "Kevin", ["View chat inbox"]),
  fatuma: member("4", "Fatuma", ["View chat inbox", "Manage chat team", "Manage chat settings"]),
  nobody: member("5", "Nobody", []),
  lakeside: person({
    ...{
      customer_account: lakeside,
      id: "9",
      name: "Achieng",
      email: "achieng@lakeside.test",
      products: [...products],
    },
  }),
};
export type Token = keyof typeof people | "service" | "guest";

/** Identity as the chat asks it: who is an active member, and what roles hold. */
export const roster = {
  gone: new Set<string>(),
  /** Members of Savanna's beside the people of the tests: they come first. */
  more: [] as Person[],
  of: (account: string) =>
    [...roster.more, ...Object.values(people)].filter(
      ({ customer_account, id }) => customer_account === account && !roster.gone.has(id),
    ),
};

/** The teams of Savanna's, as identity has them: number and name. */
export const teams = new Map<number, string>();

/** The skills of Savanna's, as identity has them: their names, and the people who have each. */
export const skills = new Map<number, { name: string; people: number[] }>();

/** Identity's `setTeamMembers`: the people of the tests are in their teams from then on. */
function setTeamMembers({ body }: { body: { id?: number; name: string; join: number[]; leave: number[] } }) {
  const id = body.id ?? Math.max(...teams.keys()) + 1;
  teams.set(id, body.name);
  for (const one of Object.values(people)) {
    if (body.join.includes(Number(one.id))) one.user_group = String(id);
    if (body.leave.includes(Number(one.id)) && one.user_group === String(id)) one.user_group = "1";
  }
  return { status: 201, body: { id, name: body.name, members: body.join.length } };
}

/** The tickets that were opened from conversations of Savanna's, as ticketing tells of them. */
export const opened: { down: boolean; tickets: object[] } = { down: false, tickets: [] };

/** What the other services were asked to drop and to forget. */
export const dropped: string[] = [];
export const forgotten: string[] = [];
/** Visitors whose page is open. */
export const here = new Set<string>();

type Paged = { query: { page: number; per_page: number } };

/** A page as identity has them. */
function paged<T>(rows: readonly T[], { page, per_page }: Paged["query"]) {
  const last_page = Math.max(1, Math.ceil(rows.length / per_page));
  return { data: rows.slice((page - 1) * per_page, page * per_page), total: rows.length, last_page };
}

/** An id that begins with 0000 is a picture's. */
const fileNamed = (id: string) => ({
  id,
  bytes: 10,
  ...(id.startsWith("0000")
    ? { name: "picture.png", type: "image/png" }
    : { name: `${id.slice(0, 4)}.pdf`, type: "application/pdf" }),
});

function others(account: string): ChatUpstreams {
  const data = roster.of(account).map(({ id, name, email, permissions, roles, user_group }) => ({
    ...{ id: Number(id), name, email, permissions, user_group, role: roles[0]?.name ?? "", role_id: null },
    modules_off: [],
  }));
  const attach = vi.fn(async ({ body }: { body: { ids: string[] } }) => ({
    status: 201,
    body: { files: body.ids.map(fileNamed) },
  }));
  return {
    identity: {
      members: async ({ query }: Paged) => ({ status: 200, body: paged(data, query) }),
      roles: async ({ query }: Paged) => ({ status: 200, body: paged([], query) }),
      teams: async () => ({
        status: 200,
        body: { data: [...teams].map(([id, name]) => ({ id, name, members: data.length })) },
      }),
      skills: async () => ({
        status: 200,
        body: { data: account === savanna ? [...skills].map(([id, skill]) => ({ id, ...skill })) : [] },
      }),
      setTeamMembers: async (asked: Parameters<typeof setTeamMembers>[0]) => setTeamMembers(asked),
    },
    ticketing: {
      ticketsFromChats: async () => ({
        status: opened.down ? 503 : 200,
        body: { data: account === savanna ? opened.tickets : [], next: null },
      }),
    },
    uploads: {
      attach,
      copy: async ({ body }: { body: { ids: string[] } }) => ({
        status: 201,
        body: { files: body.ids.map((id) => ({ id: `copy-of-${id}`, name: `${id.slice(0, 4)}.pdf`, bytes: 10 })) },
      }),
      dropOf: async ({ body }: { body: { subject: string; subject_id: string } }) => {
        dropped.push(`${account} ${body.subject} ${body.subject_id}`);
        return { status: 200, body: { removed: 1 } };
      },
      dropFiles: async ({ body }: { body: { ids: string[] } }) => {
        dropped.push(...body.ids.map((id) => `${account} ${id}`));
        return { status: 200, body: { removed: body.ids.length } };
      },
      link: async ({ params }: { params: { id: string } }) => ({
        status: 200,
        body: { url: `/files/${params.id}?signed`, expires_at: "" },
      }),
    },
    webchat: {
      visitorsHere: async ({ body }: { body: { external_ids: string[] } }) => ({
        status: 200,
        body: { here: body.external_ids.filter((id) => here.has(id)) },
      }),
      forgetVisitors: async ({ body }: { body: { inbox_id: number; external_ids: string[] } }) => {
        forgotten.push(...body.external_ids.map((id) => `${account} ${body.inbox_id} ${id}`));
        return { status: 200, body: { removed: body.external_ids.length } };
      },
    },
    social: {
      forgetCustomers: async ({ body }: { body: { inbox_id: number; external_ids: string[] } }) => {
        forgotten.push(...body.external_ids.map((id) => `${account} ${body.inbox_id} ${id}`));
        return { status: 200, body: { removed: body.external_ids.length } };
      },
    },
  } as unknown as ChatUpstreams;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests read many answers of many shapes
export type Answer = { status: number; body: any };
type CallInput = { params?: object; query?: object; body?: object };

/** The chat service on a database of its own, with a clock that stands until it is told. */
export async function chatFixture(given?: TestDatabase) {
  const database = given ?? (await freshDatabase());
  const faults: unknown[] = [];
  const clock = { now: new Date("2026-06-08T06:00:00Z") };
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err) };
  const around = { ...surroundings(people), log };
  const secret = around.serviceSecret;
  const deps = { clientsFor: () => others(savanna), clientsOfAccount: others, secret, now: () => clock.now };
  const served = chatService(database, deps, around);
  roster.gone.clear();
  roster.more = [];
  skills.clear();
  teams.clear();
  teams.set(1, "Shop floor");
  for (const one of Object.values(people)) one.user_group = "1";
  here.clear();

  /** A call through the in-process door; a fault of ours is thrown. */
  async function ask(
    name: keyof typeof chat.calls,
    input: CallInput = {},
    token: Token = "joy",
    account = savanna,
  ): Promise<Answer> {
    const carried = token === "service" ? { ...caller(""), token: serviceToken(secret, account) } : caller(token);
    const answer = (await served.call(name, input as never, carried)) as unknown as Answer;
    if (answer.status >= 500) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }

  const inboxes = new Map<string, number>();
  async function inbox(channel = "webchat", account = savanna): Promise<number> {
    const known = inboxes.get(`${account} ${channel}`);
    if (known !== undefined) return known;
    const body = { channel, ref: `${channel}-1`, name: `Our ${channel}` };
    const { id } = (await ask("saveInbox", { body }, "service", account)).body;
    inboxes.set(`${account} ${channel}`, id);
    return id;
  }

  let count = 0;
  type Wrote = { channel?: string; sender?: object; account?: string; [more: string]: unknown };
  /** A customer writes; by default something new, now. */
  async function write(from: string, text: string, wrote: Wrote = {}): Promise<Answer> {
    const { channel = "webchat", sender = {}, account = savanna, ...more } = wrote;
    const message = { provider_id: `p-${++count}`, at: clock.now.getTime(), text, ...more };
    const body = { inbox_id: await inbox(channel, account), sender: { external_id: from, ...sender }, message };
    return ask("receive", { body }, "service", account);
  }
  const wrote = async (from: string, text = "Hello", more: Wrote = {}): Promise<Contact> =>
    (await write(from, text, more)).body.contact;

  const contact = async (id: number): Promise<Contact> => (await ask("contact", { params: { id } })).body.contact;
  const say = (id: number, message: string, token: Token = "joy", more: object = {}) =>
    ask(
      "sendMessage",
      { params: { id }, body: { request_id: `${++count}`.padStart(32, "a"), message, ...more } },
      token,
    );
  const messages = async (id: number): Promise<Message[]> =>
    (await ask("messages", { params: { id }, query: { limit: 200 } })).body.data;
  const act = (name: keyof typeof chat.calls, id: number, token: Token = "joy", body?: object) =>
    ask(name, { params: { id }, ...(body ? { body } : {}) }, token);
  const status = (token: Token, value: string) => ask("setStatus", { body: { status: value } }, token);

  return {
    ...{ database, clock, secret, served, ask, inbox, write, wrote, contact, say, messages, act, status },
    /** So many seconds later. */
    later: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },
    sweep: () => sweep(database, secret, clock.now),
    events: (cursor = 0) => inAccount(database.db, savanna, (trx) => since(trx, savanna, cursor, 5_000)),
    inside: <T>(work: Parameters<typeof inAccount<T>>[2], account = savanna) => inAccount(database.db, account, work),
    routing: async (change: object) => {
      const { body } = await ask("routing", {}, "fatuma");
      return ask("saveRouting", { body: { ...body, ...change } }, "fatuma");
    },
    end: () => database.drop(),
  };
}
export type ChatFixture = Awaited<ReturnType<typeof chatFixture>>;
