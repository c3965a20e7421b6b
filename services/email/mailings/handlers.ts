import { parseEmail } from "../../../rules/email";
import { type ActivityActor, activityActor } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, readAccount } from "../../kit/database";
import type { CallContext, Handlers } from "../../kit/serve";
import { workerPool } from "../../kit/worker-pool";
import type { email } from "../contract";
import type { mailingCalls } from "../contract.mailings";
import { currentTime, type EmailDeps, loadBalance } from "../deps";
import { loadPrice, makeDraft } from "./create";
import { loadDetail, loadMailing, mailingPage, recipientPage } from "./lists";
import { change, confirm } from "./moves";
import { renderRecipient } from "./render";
import { loadSummary } from "./summary";
import { makeTest } from "./test-mail";

type MailingHandlers = Pick<Handlers<typeof email.calls>, keyof typeof mailingCalls>;
type Caller = Pick<CallContext, "account" | "who" | "address">;
type MoveAnswer = Awaited<ReturnType<typeof confirm>>;

/** Audiences counted at one time in this process: each holds a connection for a second or two. */
const maxAudiences = 4;

/** The calls of mailings and their figures. What is sent is sent by the worker. */
export function mailingHandlers(database: Database, deps: EmailDeps): MailingHandlers {
  const { db } = database;
  const take = workerPool(maxAudiences);
  const keyOf = (what: string, account: string, form: unknown) => `${what} ${account} ${JSON.stringify(form)}`;

  /** The answer of a move: the mailing as it now is. */
  function moved(move: (id: number, account: string, by: ActivityActor) => Promise<MoveAnswer>) {
    return async ({ params }: { params: { id: number } }, context: Caller) => {
      const { account } = context;
      const done = await move(params.id, account, activityActor(context));
      if (done.status !== 201) return done;
      return {
        status: 201 as const,
        body: await readAccount(db, account, (trx) => loadMailing(trx, account, params.id)),
      };
    };
  }

  async function loadAuthor(context: Caller) {
    const { id, name } = context.who.kind === "person" ? context.who : { id: null, name: "" };
    return { id, name, balance: await loadBalance(deps, context), now: currentTime(deps) };
  }

  return {
    async priceMailing({ body }, context) {
      const author = await loadAuthor(context);
      const key = keyOf(`price ${author.balance} ${author.id}`, context.account, body);
      const price = await take(key, () => loadPrice(database, deps, context.account, body, author));
      return { status: 200, body: price };
    },
    async createMailing({ body }, context) {
      const { account } = context;
      const author = await loadAuthor(context);
      const id = await take(keyOf("draft", account, body), () => makeDraft(database, deps, account, body, author));
      return { status: 201, body: await readAccount(db, account, (trx) => loadDetail(trx, account, id, author.now)) };
    },
    async mailings({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => mailingPage(trx, account, query)) };
    },
    async mailing({ params }, { account }) {
      return {
        status: 200,
        body: await readAccount(db, account, (trx) => loadDetail(trx, account, params.id, currentTime(deps))),
      };
    },
    async renderMailing({ params, query }, { account }) {
      return { status: 200, body: await renderRecipient(database, deps, account, params.id, query.seq) };
    },
    confirmMailing: moved((id, account, by) => confirm(database, deps, account, id, { by })),
    async sampleMailing({ params, body }, context) {
      const first = body.recipients;
      return moved((id, account, by) => confirm(database, deps, account, id, { by, first }))({ params }, context);
    },
    async testMailing({ params, body }, context) {
      const { account } = context;
      const to = parseEmail(body.to);
      const words = body.to === "" ? "Enter an email address." : "This is not an email address.";
      if (!to) return problem(422, words, { to: [words] });
      const author = await loadAuthor(context);
      const id = await makeTest(database, account, { mailing: params.id, to, key: body.key, author });
      return moved((test, own, by) => confirm(database, deps, own, test, { by }))({ params: { id } }, context);
    },
    pauseMailing: moved((id, account, by) => change(database, account, id, { move: "pause", to: "paused", by })),
    resumeMailing: moved((id, account, by) => change(database, account, id, { move: "resume", to: "sending", by })),
    cancelMailing: moved((id, account, by) => change(database, account, id, { move: "cancel", to: "cancelled", by })),
    async recipients({ params, query }, { account }) {
      return {
        status: 200,
        body: await readAccount(db, account, (trx) => recipientPage(trx, account, params.id, query)),
      };
    },
    async emailSummary({ query }, { account }) {
      return {
        status: 200,
        body: await readAccount(db, account, (trx) => loadSummary(trx, account, query, currentTime(deps))),
      };
    },
  };
}
