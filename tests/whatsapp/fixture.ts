import { vi } from "vitest";
import { inProcess } from "../../services/kit/client";
import { serviceToken } from "../../services/kit/principal";
import { startBroadcasting } from "../../services/whatsapp/broadcasts/send";
import type { whatsapp } from "../../services/whatsapp/contract";
import type { WhatsappDeps, WhatsappUpstreams } from "../../services/whatsapp/deps";
import { whatsappService } from "../../services/whatsapp/service";
import { savanna } from "../chat/fixture";
import { caller, person, surroundings } from "../setup/people";
import { socialFixture } from "../social/fixture";

const people = {
  owner: person({ products: ["Whatsapp", "Chats"] }),
  viewer: person({
    ...{ id: "7", name: "Achieng", roles: [{ name: "Viewer" }], permissions: ["View whatsapp outbox"] },
    products: ["Whatsapp"],
  }),
  joy: person({
    ...{ id: "2", name: "Joy", roles: [{ name: "Agent" }], permissions: ["View chat inbox"], products: ["Chats"] },
  }),
  stranger: person({ id: "8", name: "Otieno", customer_account: "100002", products: ["Whatsapp"] }),
};

// biome-ignore lint/suspicious/noExplicitAny: the tests read many answers of many shapes
type Answer = { status: number; body: any };
type Member = { msisdn: string; name: string; fields?: Record<string, string>; opted_out?: boolean };

/** A WhatsApp number on the sandbox's Graph with its service; groups and money are held here. */
export async function whatsappFixture() {
  const social = await socialFixture();
  const { number } = await social.connectBoth();
  const secret = surroundings(people).serviceSecret ?? "";
  const groups = new Map<number, Member[]>();
  const blacklist = new Set<string>();
  const wallet = { refuses: "", holds: new Map<string, number>(), settled: new Map<string, Record<string, unknown>>() };

  const upstreams = {
    messaging: {
      async audience({ body }: { body: { group_id: number | null } }) {
        const members = groups.get(body.group_id ?? 0);
        if (!members) return { status: 404, body: { status: 404, message: "There is no such group." } };
        const data = members.map((one) => ({ fields: {}, opted_out: blacklist.has(one.msisdn), ...one }));
        return { status: 200, body: { name: "Borrowers", fields: ["town"], data, next: null } };
      },
      async optedOut({ body }: { body: { msisdns: string[] } }) {
        return { status: 200, body: { msisdns: body.msisdns.filter((one) => blacklist.has(one)) } };
      },
    },
    billing: {
      async hold({ body }: { body: { reference: string; cents: number } }) {
        if (wallet.refuses) return { status: 422, body: { status: 422, message: wallet.refuses } };
        wallet.holds.set(body.reference, body.cents);
        return { status: 201, body: {} };
      },
      async settle({ params, body }: { params: { reference: string }; body: Record<string, unknown> }) {
        wallet.settled.set(params.reference, body);
        return { status: 201, body: {} };
      },
    },
  };
  /** Files of the uploads service: who sent each, and what it is bound to. */
  const sent = new Map<string, { user: string; bound: string }>();
  const noFile = { status: 404, body: { status: 404, message: "There is no such file." } };
  const uploads = {
    async file({ params }: { params: { id: string } }) {
      const found = social.files.get(params.id);
      if (!found) return noFile;
      return { status: 200, body: { ...found, id: params.id, bytes: found.bytes.byteLength } };
    },
    async attach({ body }: { body: { ids: string[]; subject: string; subject_id: string; user_id?: string } }) {
      const to = `${body.subject} ${body.subject_id}`;
      const found = body.ids.map((id) => sent.get(id));
      const free = (one: (typeof found)[number]) =>
        one && (one.bound === "" || one.bound === to) && (body.user_id === undefined || one.user === body.user_id);
      if (!found.every(free)) return noFile;
      for (const one of found) if (one) one.bound = to;
      return { status: 201, body: { files: [] } };
    },
    async dropFiles({ body }: { body: { ids: string[] } }) {
      for (const id of body.ids) social.files.delete(id);
      return { status: 200, body: { removed: body.ids.length } };
    },
  };
  const before = social.deps.clientsOfAccount;
  const deps: WhatsappDeps = {
    secret: social.deps.secret,
    clientsOfAccount: (account) =>
      ({
        ...upstreams,
        ...{ uploads, chat: before(account).chat },
        social: {
          whatsappNumbers: (input: object) => social.ask("whatsappNumbers", input, "service", account),
          whatsappHealth: (input: object) => social.ask("whatsappHealth", input, "service", account),
          whatsappTemplates: (input: object) => social.ask("whatsappTemplates", input, "service", account),
          createWhatsappTemplate: (input: object) => social.ask("createWhatsappTemplate", input, "service", account),
          deleteWhatsappTemplate: (input: object) => social.ask("deleteWhatsappTemplate", input, "service", account),
          keepWhatsappMedia: (input: object) => social.ask("keepWhatsappMedia", input, "service", account),
          sendWhatsappTemplate: (input: object) => social.ask("sendWhatsappTemplate", input, "service", account),
          sendWhatsappQuestion: (input: object) => social.ask("sendWhatsappQuestion", input, "service", account),
          openReplyWindows: (input: object) => social.ask("openReplyWindows", input, "service", account),
        },
      }) as unknown as WhatsappUpstreams,
  };
  const faults: unknown[] = [];
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err) };
  const served = whatsappService(social.database, deps, { ...surroundings(people), log });
  social.deps.clientsOfAccount = (account) => ({
    ...before(account),
    whatsapp: inProcess(served, { ...caller(""), token: serviceToken(secret, account) }),
  });
  await social.startJobs();

  async function ask(name: keyof typeof whatsapp.calls, input: object = {}, token: keyof typeof people = "owner") {
    const answer = (await served.call(name, input as never, caller(token))) as unknown as Answer;
    if (answer.status >= 500) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }
  /** Asked by another service of the account. */
  async function asService(name: keyof typeof whatsapp.calls, input: object): Promise<Answer> {
    const service = { ...caller(""), token: serviceToken(secret, savanna) };
    return (await served.call(name, input as never, service)) as unknown as Answer;
  }
  let worker: { stop(): Promise<void> } | undefined;
  let keys = 0;

  return {
    ...{
      social,
      graph: social.whatsapp,
      number,
      ask,
      asService,
      groups,
      blacklist,
      wallet,
      faults,
      deps,
      rows: social.rows,
    },
    /** A group of so many customers whose numbers begin with these digits. */
    group(id: number, size: number, prefix = "25471100") {
      const members = Array.from({ length: size }, (_, n) => ({
        ...{ msisdn: `+${prefix}${String(n).padStart(12 - prefix.length, "0")}`, name: `Customer ${n}` },
        fields: { town: "Kisumu" },
      }));
      groups.set(id, members);
      return members;
    },
    async template(name: string): Promise<{ id: number; status: string; reason: string; unusable: string }> {
      const { body } = await ask("templates", { query: { q: name } });
      return body.data[0];
    },
    /** A draft to a group with every value mapped. */
    async draft(group: number, template: string, more: object = {}): Promise<number> {
      const { body: found } = await ask("templates", { query: { q: template } });
      const form = { key: `key-for-tests-${keys++}`, channel_id: number.id, template_id: found.data[0].id };
      const made = await ask("createBroadcast", { body: { ...form, group_ids: [group], ...more } });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      return made.body.id;
    },
    /** A file that someone sent. @returns its ID */
    sendFile(
      name: string,
      type: string,
      bytes: Uint8Array<ArrayBuffer> = new Uint8Array([1, 2, 3]),
      user = "1",
    ): string {
      const id = crypto.randomUUID();
      social.files.set(id, { name, type, bytes });
      sent.set(id, { user, bound: "" });
      return id;
    },
    async confirm(id: number) {
      return ask("confirmBroadcast", { params: { id } });
    },
    async broadcast(id: number) {
      return (await ask("broadcast", { params: { id } })).body;
    },
    startSending(more: Partial<Parameters<typeof startBroadcasting>[1]> = {}) {
      worker = startBroadcasting(social.database, {
        ...deps,
        ...{ log, everyMs: 30, perSecond: 2_000, unknownMs: 60_000, receiptsMs: 0, settleMs: 0, leaseMs: 2_000 },
        ...more,
      });
    },
    async stopSending() {
      await worker?.stop();
      worker = undefined;
    },
    /** How often a number got a message from the business. */
    gotBy(msisdn: string): number {
      const customer = social.whatsapp.customers().find(({ id }) => `+${id}` === msisdn);
      return customer?.lines.filter(({ from }) => from === "business").length ?? 0;
    },
    until: (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 15_000, interval: 40 }),
    savanna,
    async end() {
      await worker?.stop();
      await social.end();
    },
  };
}
export type WhatsappFixture = Awaited<ReturnType<typeof whatsappFixture>>;
