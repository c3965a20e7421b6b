import { vi } from "vitest";
import type { Permission } from "../../rules/access";
import { inProcess } from "../../services/kit/client";
import type { Answer, Problem } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { recountOpen } from "../../services/ticketing/clocks/recount";
import type { ticketing } from "../../services/ticketing/contract";
import { formBody, type TicketForm } from "../../services/ticketing/contract.forms";
import type { TicketDetail } from "../../services/ticketing/contract.schemas";
import type { TicketingUpstreams } from "../../services/ticketing/deps";
import { ticketPurgeTasks } from "../../services/ticketing/person/jobs";
import { purgeTask } from "../../services/ticketing/records/purge";
import { ticketingService } from "../../services/ticketing/service";
import { sweep } from "../../services/ticketing/sweep";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

export const savanna = "100001";

const products = ["Ticketing"] as const;
const member = (id: string, name: string, permissions: Permission[]) =>
  person({
    id,
    name,
    email: `${name.toLowerCase()}@savanna.test`,
    roles: [{ name: "Agent" }],
    permissions,
    products: [...products],
  });

export const people = {
  owner: person({ products: [...products] }),
  otieno: member("2", "Otieno", ["View tickets", "View ticket kanban"]),
  kevin: member("3", "Kevin", ["View my tickets"]),
  fatuma: member("4", "Fatuma", [
    "View tickets",
    "Manage ticketing settings",
    "View ticketing reports",
    "View ticket dashboard",
  ]),
  nobody: member("5", "Nobody", []),
  unsold: person({ id: "6", products: ["SMS"] }),
  lakeside: person({
    customer_account: "200002",
    id: "9",
    name: "Achieng",
    email: "achieng@lakeside.test",
    products: [...products],
  }),
  support: person({
    customer_account: "900009",
    id: "7",
    name: "Amina",
    email: "amina@jibu.test",
    products: [...products],
  }),
};
export type Token = keyof typeof people | "guest";

/** What the support account is subscribed to. */
export const subscribed = ["SMS", "Voice", "Ticketing", "Surveys"];

/** What identity was told since: other names, and how many more people the account has. */
const renamed = new Map<string, string>();
let hired = 0;
/** Who was removed from the account. */
const removed = new Set<string>();

/** Whose uploads were dropped: "account/ticket"; or which, by their ids. */
export const dropped: string[] = [];

/** Other services as the tests need them: identity knows everybody above; uploads keeps nothing but what it is told. */
function others(account: string): TicketingUpstreams {
  const data = Object.values(people)
    .filter(({ customer_account }) => customer_account === account)
    .map(({ id, name, email, roles }) => ({ id, name, email, user_group: "1", role: roles[0]?.name ?? "" }));
  const more = (n: number) => ({
    id: `${1000 + n}`,
    name: `Clerk ${n}`,
    email: `clerk${n}@savanna.test`,
    user_group: "1",
    role: "Agent",
  });
  const everyone = () => [
    ...data.filter(({ id }) => !removed.has(id)).map((one) => ({ ...one, name: renamed.get(one.id) ?? one.name })),
    ...Array.from({ length: account === savanna ? hired : 0 }, (_, n) => more(n)),
  ];
  const files = (ids: string[]) =>
    ids.map((id) => ({
      id,
      name: `${id.slice(0, 4)}.pdf`,
      type: "application/pdf",
      bytes: 10,
      purpose: "ticket",
      by: "",
      at: "",
      url: `/files/${id}`,
    }));
  const bound = vi.fn(async ({ body }: { body: { ids: string[] } }) => ({
    status: 201,
    body: { files: files(body.ids) },
  }));
  const dropOf = async ({ body }: { body: { subject_id: string } }) => {
    dropped.push(`${account}/${body.subject_id}`);
    return { status: 200, body: { removed: 1 } };
  };
  const dropFiles = async ({ body }: { body: { ids: string[] } }) => {
    dropped.push(...body.ids);
    return { status: 200, body: { removed: body.ids.length } };
  };
  const link = async ({ params }: { params: { id: string } }) => ({
    status: 200,
    body: { url: `/files/${params.id}?signed`, expires_at: "" },
  });
  return {
    identity: {
      allMembers: async () => ({ status: 200, body: { data: everyone() } }),
      accountOf: async () => ({ status: 200, body: { products: subscribed } }),
    },
    // One conversation is this account's, of number 7.
    chat: { contact: async ({ params }: { params: { id: number } }) => ({ status: params.id === 7 ? 200 : 404 }) },
    social: { forgetMails: async () => ({ status: 200, body: { removed: 0 } }) },
    uploads: { attach: bound, filesOf: async () => ({ status: 200, body: { files: [] } }), dropOf, dropFiles, link },
  } as unknown as TicketingUpstreams;
}

type Name = keyof typeof ticketing.calls;
type CallInput = { params?: object; query?: object; body?: object; stream?: unknown };
/** Every field that some body of a union has: a test looks at the status first, then at what belongs to it. */
type Fields<U> = { [K in U extends unknown ? keyof U : never]: U extends { [P in K]: infer V } ? V : never };
type CallAnswer<N extends Name> = { status: number; body: Fields<Answer<(typeof ticketing.calls)[N]>["body"]> };

/** The ticketing service on a database of its own, with a clock that stands until it is told. */
export async function ticketingFixture(given?: TestDatabase, beside: (account: string) => object = () => ({})) {
  const database = given ?? (await freshDatabase());
  const faults: unknown[] = [];
  const clock = { now: new Date("2026-06-08T06:00:00Z") };
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err) };
  const around = (account: string): TicketingUpstreams => ({ ...others(account), ...beside(account) });
  const deps = {
    clientsFor: () => around(savanna),
    clientsOfAccount: around,
    supportAccount: "900009",
    now: () => clock.now,
  };
  const served = ticketingService(database, deps, { ...surroundings(people), log });

  /** A call through the in-process door; a fault of ours is thrown. */
  async function ask<N extends Name>(name: N, input: CallInput = {}, token: Token = "owner"): Promise<CallAnswer<N>> {
    const answer = (await served.call(name, input as never, caller(token))) as unknown as CallAnswer<N> & {
      body: Problem;
    };
    if (answer.status >= 500) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }

  async function open(fields: Partial<TicketForm> = {}, token: Token = "owner"): Promise<TicketDetail> {
    const answer = await ask("createTicket", formBody({ subject: "Printer is on fire", ...fields }), token);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.ticket;
  }

  const ticket = async (id: number): Promise<TicketDetail> =>
    (await ask("ticket", { params: { id: String(id) } })).body as TicketDetail;
  const update = (fields: object, token: Token = "owner") => ask("updateTicket", formBody({ ...fields }), token);
  const say = (id: number, body: string, more: object = {}, token: Token = "owner") =>
    ask("comment", { params: { id }, ...formBody({ body, ...more }) }, token);

  return {
    database,
    others: around,
    clock,
    ask,
    open,
    ticket,
    update,
    say,
    served,
    /** Moves the clock to a time of Nairobi's. */
    at: (local: string) => {
      clock.now = new Date(`${local}:00+03:00`);
    },
    /** The account has so many people more. */
    hire: (many: number) => {
      hired = many;
    },
    /** Removes somebody from the account in identity, or restores them. */
    removePerson: (id: string) => void removed.add(id),
    restorePerson: (id: string) => void removed.delete(id),
    /** Gives somebody another name in identity. */
    rename: (id: string, name: string) => void renamed.set(id, name),
    sweep: () => sweep(database, clock.now),
    recount: () => recountOpen(database, savanna, () => clock.now),
    /** The job behind a deletion, run now. */
    purge: (ticket: number, account = savanna) =>
      ticketPurgeTasks(database, { clientsOfAccount: others, now: () => clock.now })[purgeTask]?.({ account, ticket }),
    /** A call of another service of ours. */
    asService: (account = savanna) =>
      inProcess(served, {
        token: serviceToken(surroundings({}).serviceSecret, account),
        requestId: "job",
        address: "",
      }),
    inside: <T>(work: Parameters<typeof inAccount<T>>[2], account = savanna) => inAccount(database.db, account, work),
    end: () => database.drop(),
  };
}
export type TicketingFixture = Awaited<ReturnType<typeof ticketingFixture>>;
