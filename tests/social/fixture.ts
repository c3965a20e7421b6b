import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import type { sql } from "kysely";
import { hookDoor } from "../../front/hooks";
import type { GateEnv } from "../../front/proxies";
import { startMessenger } from "../../sandbox/messenger";
import { startPlayStore } from "../../sandbox/playstore";
import { startTelegram } from "../../sandbox/telegram";
import { startTwitter } from "../../sandbox/twitter";
import { startWhatsapp } from "../../sandbox/whatsapp";
import type { AnswerMail } from "../../services/chat/deps";
import { chatTasks } from "../../services/chat/service";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { type Tasks, work } from "../../services/kit/jobs";
import { serviceToken } from "../../services/kit/principal";
import type { social } from "../../services/social/contract";
import type { LoadedFile, SocialDeps, SocialUpstreams } from "../../services/social/deps";
import { socialTasks } from "../../services/social/drain";
import { createHooks } from "../../services/social/hooks";
import { socialService } from "../../services/social/service";
import { chatFixture, people, savanna, type Token } from "../chat/fixture";
import { caller, person, surroundings } from "../setup/people";

const manager = { roles: [{ name: "Supervisor" }], permissions: ["Manage ticketing settings" as const] };
/** They set up ticketing: one of an account without chat, one beside it, and one who may not. */
const ticketing = {
  tuma: person({ ...manager, id: "21", name: "Tuma", products: ["Ticketing"] }),
  both: person({ ...manager, id: "22", name: "Both", products: ["Ticketing", "Chats"] }),
  reader: person({ id: "23", name: "Reader", roles: [{ name: "Agent" }], products: ["Ticketing"] }),
};

// biome-ignore lint/suspicious/noExplicitAny: the tests read many answers of many shapes
type Answer = { status: number; body: any };

type Subject = { subject: string; subject_id: string };

/** Chat and its channels on a database of their own, the networks on the real wire, jobs only while told. */
export async function socialFixture() {
  const chat = await chatFixture();
  chat.clock.now = new Date();
  const { database, secret } = chat;
  const [telegram, messenger] = [await startTelegram(), await startMessenger()];
  const whatsapp = await startWhatsapp({ beside: (request) => messenger.answer(request) });
  const playstore = await startPlayStore();
  const twitter = await startTwitter();
  const kept: string[] = [];
  const dropped: string[] = [];
  const bySubject = new Map<string, object>();
  const files = new Map<string, LoadedFile>();
  const uploads = {
    filesOf: async ({ query }: { query: Subject }) => {
      const there = bySubject.get(`${query.subject} ${query.subject_id}`);
      return { status: 200, body: { files: there ? [there] : [] } };
    },
    keep: async ({
      query,
      stream,
    }: {
      query: Subject & { name: string };
      stream: { body: ReadableStream; type: string };
    }) => {
      kept.push(query.name);
      const id = crypto.randomUUID();
      const bytes = (await new Response(stream.body).arrayBuffer()).byteLength;
      const type = stream.type.split(";")[0];
      const body = { id, name: query.name, type: type || "image/png", bytes };
      bySubject.set(`${query.subject} ${query.subject_id}`, body);
      return { status: 201, body };
    },
    dropFiles: async ({ body }: { body: { ids: string[] } }) => {
      dropped.push(...body.ids);
      return { status: 200, body: { removed: body.ids.length } };
    },
  };
  /** No survey is open with anyone. */
  const survey = {
    takeWhatsapp: async (_: { body: { file_name?: string; file?: object } }) => ({
      ...{ status: 201, body: { taken: false, fetch_file: false } },
    }),
  };
  const carried = (account: string) => ({ ...caller(""), token: serviceToken(secret, account) });
  const others = (given: ReturnType<typeof carried>) =>
    ({ chat: inProcess(chat.served, given), uploads, survey }) as unknown as SocialUpstreams;
  let url = "";
  const deps: SocialDeps = {
    ...{
      clientsFor: (given) => others(given),
      clientsOfAccount: (account) => others(carried(account)),
      secret,
      publicUrl: () => url,
    },
    ...{ telegramUrl: telegram.url, graphUrl: whatsapp.url, graphVersion: "v23.0", now: () => chat.clock.now },
    xUrl: twitter.url,
    ...{ playUrl: playstore.url, googleTokenUrl: playstore.tokenUrl, playPollSeconds: 1 },
    load: async (_account, id) => files.get(id),
  };
  const faults: unknown[] = [];
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err) };
  const served = socialService(database, deps, { ...surroundings({ ...people, ...ticketing }), log });
  const app = new Hono<GateEnv>();
  app.use(async (c, next) => {
    c.set("address", "127.0.0.1");
    await next();
  });
  app.route("/callbacks", hookDoor(createHooks(database, secret), { error: () => undefined }));
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

  async function ask(
    name: keyof typeof social.calls,
    input: object = {},
    token: Token | keyof typeof ticketing = "owner",
    account = savanna,
  ) {
    const by = token === "service" ? carried(account) : caller(token);
    const answer = (await served.call(name, input as never, by)) as unknown as Answer;
    if (answer.status >= 500) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer;
  }
  const inside = <T>(run: Parameters<typeof inAccount<T>>[2], account = savanna) =>
    inAccount(database.db, account, run);
  const carrier = {
    async deliver(account: string, message: number) {
      const answer = await ask("deliver", { body: { message } }, "service", account);
      return answer.body;
    },
    async mail(account: string, { swahili: _, ...body }: AnswerMail) {
      return (await ask("mailAnswer", { body }, "service", account)).body;
    },
    async unsend(account: string, message: number) {
      await ask("unsend", { body: { message } }, "service", account);
    },
    async fetchFile(account: string, message: string) {
      await ask("fetchFile", { body: { message } }, "service", account);
    },
  };
  let jobs: { stop(): Promise<void> } | undefined;

  return {
    ...{
      chat,
      survey,
      database,
      deps,
      telegram,
      whatsapp,
      messenger,
      playstore,
      twitter,
      ask,
      inside,
      kept,
      dropped,
      files,
      faults,
    },
    url: () => url,
    async startJobs(more: Tasks = {}) {
      jobs ??= await work(
        database.url,
        {
          ...socialTasks({ db: database.db, deps }),
          ...more,
          ...chatTasks(database, { secret, carrier, dropFile: async (_, id) => void dropped.push(id) }),
        },
        { error: (fields) => void faults.push(fields) },
      );
    },
    async stopJobs() {
      await jobs?.stop();
      jobs = undefined;
    },
    async connectBoth() {
      const bot = await ask("connectTelegram", { body: { token: telegram.token } });
      const body = {
        ...{ phone_number_id: whatsapp.number, token: whatsapp.token, app_secret: whatsapp.secret },
        verify_token: "verify-token-1",
      };
      const number = await ask("connectWhatsapp", { body });
      whatsapp.hook.url = number.body.data.webhook_url;
      return { bot: bot.body.data, number: number.body.data };
    },
    async connectPage() {
      const { page: page_id, token, secret: app_secret } = messenger;
      const body = { page_id, token, app_secret, verify_token: "verify-token-1" };
      const page = await ask("connectMessenger", { body });
      messenger.hook.url = page.body.data.webhook_url;
      return page.body.data;
    },
    rows: async <Row>(statement: ReturnType<typeof sql>, account = savanna) =>
      inside(async (trx) => (await (statement as ReturnType<typeof sql<Row>>).execute(trx)).rows, account),
    async end() {
      await jobs?.stop();
      await Promise.all([telegram.close(), whatsapp.close(), messenger.close(), playstore.close(), twitter.close()]);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      await chat.end();
    },
  };
}
export type SocialFixture = Awaited<ReturnType<typeof socialFixture>>;
