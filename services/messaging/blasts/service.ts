import { type ActivityActor, activityActor } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, readAccount } from "../../kit/database";
import { queryRows } from "../../kit/rows";
import type { CallContext, Handlers } from "../../kit/serve";
import { workerPool } from "../../kit/worker-pool";
import type { messaging } from "../contract";
import { type Blast, type blastCalls, blastStatuses } from "../contract.blasts";
import { asUsable, ownRows } from "../senders/rows";
import { sharedAsUsable } from "../senders/shared";
import { hashForm, loadPrice, makeDraft } from "./create";
import { type BlastDeps, currentTime, loadBalance } from "./deps";
import { loadDetail } from "./detail";
import { loadSummary, reportDays } from "./figures";
import { blastPage, inboxPage, lastBlasts, loadBlast, markRead, messagePage } from "./lists";
import { cancel, confirm, pause, resume } from "./moves";
import { loadForecast } from "./price-forecast";
import { askForReceipts } from "./receipt-queries";
import { loadBlastSettings, senderTerms } from "./settings";
import { setSpeed } from "./speed";

type BlastHandlers = Pick<Handlers<typeof messaging.calls>, keyof typeof blastCalls>;
type Move = (blast: number, account: string, by: ActivityActor | undefined) => ReturnType<typeof confirm>;
type MoveContext = Pick<CallContext, "account" | "who" | "address">;

/** Audiences counted at one time in this process: each holds a connection for seconds. */
const maxAudiences = 4;

/** The calls of blasts, inbox and figures. What is sent is sent by the workers (`startSending`). */
export function blastHandlers(database: Database, deps: BlastDeps): BlastHandlers {
  const { db } = database;
  const take = workerPool(maxAudiences);

  /** The answer of a move: the blast as it now is. */
  function moved(move: Move) {
    return async ({ params }: { params: { id: number } }, context: MoveContext) => {
      const { account } = context;
      const done = await move(params.id, account, delegateOf(context));
      if (done.status !== 201) return done;
      const blast = await readAccount(db, account, (trx) => loadBlast(trx, account, params.id));
      return blast ? { status: 201 as const, body: blast satisfies Blast } : notFound();
    };
  }

  return {
    async blasts({ query }, { account }) {
      return { status: 200, body: await blastPage(database, account, "bulk", query) };
    },
    async express({ query }, { account }) {
      return { status: 200, body: await blastPage(database, account, "express", query) };
    },
    async statuses() {
      return { status: 200, body: { data: [...blastStatuses] } };
    },
    async senders(_, { account }) {
      const [own, settings] = await readAccount(db, account, (trx) =>
        Promise.all([
          queryRows(trx, ownRows(trx, account).orderBy("s.sender"), { batched: true }),
          loadBlastSettings(trx, account),
        ]),
      );
      const terms = senderTerms(settings, deps);
      return {
        status: 200,
        body: { data: [...own.map((row) => asUsable(row, terms)), ...sharedAsUsable(deps, terms)] },
      };
    },
    async price({ body }, context) {
      const balance = await loadBalance(deps, context);
      const key = `price ${context.account} ${hashForm(body).toString("hex")} ${balance}`;
      const price = await take(key, () => loadPrice(database, deps, context.account, body, balance));
      return {
        status: 200,
        body: { ...price, forecast: await loadForecast(database, deps, context.account, body, price) },
      };
    },
    async createBlast({ body }, context) {
      const balance = await loadBalance(deps, context);
      const { id, name } = context.who.kind === "person" ? context.who : { id: null, name: "" };
      const who = { id, name, balance, now: currentTime(deps) };
      const key = `draft ${context.account} ${hashForm(body).toString("hex")} ${body.key}`;
      const made = await take(key, () => makeDraft(database, deps, context.account, body, who));
      const detail = await loadDetail(database, deps, context.account, made.id);
      return detail ? { status: 201, body: detail } : notFound();
    },
    async blast({ params }, { account }) {
      const detail = await loadDetail(database, deps, account, params.id);
      return detail ? { status: 200, body: detail } : notFound();
    },
    confirmBlast: moved((blast, account, by) => confirm(database, deps, account, blast, { by })),
    async sampleBlast({ params, body }, context) {
      const first = body.messages;
      return moved((blast, account, by) => confirm(database, deps, account, blast, { by, first }))({ params }, context);
    },
    pauseBlast: moved((blast, account) => pause(database, account, blast)),
    resumeBlast: moved((blast, account) => resume(database, account, blast)),
    askReceipts: moved(async (blast, account) => {
      await askForReceipts(database, account, blast);
      return { status: 201 };
    }),
    async setBlastSpeed({ params, body }, { account, who, address }) {
      await setSpeed(database, deps, account, params.id, { speed: body.speed, by: activityActor({ who, address }) });
      const detail = await loadDetail(database, deps, account, params.id);
      return detail ? { status: 200, body: detail } : notFound();
    },
    cancelBlast: moved((blast, account) => cancel(database, account, blast)),
    async messages({ params, query }, { account }) {
      const page = await messagePage(database, account, params.id, query);
      return page ? { status: 200, body: page } : notFound();
    },
    async inbox({ query }, { account }) {
      return { status: 200, body: await inboxPage(database, account, query) };
    },
    async readInbox({ params }, { account }) {
      const message = await markRead(database, account, params.id);
      return message ? { status: 201, body: message } : problem(404, "There is no such message.");
    },
    async summary({ query }, { account }) {
      return { status: 200, body: await loadSummary(database, account, query, currentTime(deps)) };
    },
    async outboxSummary({ query }, { account }) {
      return { status: 200, body: { data: await lastBlasts(database, account, query.limit) } };
    },
    async reports({ query }, { account }) {
      return { status: 200, body: { data: { data: await reportDays(database, account, query, currentTime(deps)) } } };
    },
  };
}

/** Whoever sends for their own account is named by the message itself; who works in a child account is in its activities too. */
function delegateOf({ who, address }: MoveContext): ActivityActor | undefined {
  return who?.kind === "person" && who.delegation ? { id: who.id, name: who.name, address } : undefined;
}

function notFound() {
  return problem(404, "There is no such blast.");
}
