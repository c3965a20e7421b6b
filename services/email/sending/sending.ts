import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SmtpPool } from "../../connectors/email/smtp-pool";
import type { Database } from "../../kit/database";
import { startInterval } from "../../kit/interval";
import { afterPages, pagesWithin, turnsAfterPages } from "../../kit/pages-under-way";
import { currentTime, type EmailDeps } from "../deps";
import { hostPools } from "../hosts/pools";
import { stopForHost } from "../hosts/stop";
import { type Batch, claimBatch, keepLeases } from "./claim";
import { type MailMaker, mailMaker } from "./mail";
import { type MailOutcome, writeResults } from "./results";
import { testSigning } from "./self-test";
import { sweeper } from "./sweep";

/** Times in milliseconds. */
export type SendingOptions = {
  pool: SmtpPool;
  onError(error: unknown): void;
  /** Mails handed over at a time. 32. */
  batch?: number;
  /** Mails of a batch at a time: the pool's connections. 5. */
  connections?: number;
  /** Batches at a time: one is written down while another is on the line. 3. */
  atOnce?: number;
  leaseMs?: number;
  idleMs?: number;
  sweepMs?: number;
  repairMs?: number;
  /** After the mail host was not there. */
  awayMs?: number;
};

const mostMakers = 20;
/** A batch is taken when no page is under way, or after so many ms. */
const pagesMs = 100;
/** How often a worker says that it has its mails in hand still, at the least, in ms. */
const keepMs = 15_000;
/** One batch at a time is enough until no page was asked for during so many ms. */
const quietMs = 1_000;

/** Why the host can't be used at all; undefined when it can. */
function downReason(outcomes: readonly MailOutcome[]): string | undefined {
  return outcomes.flatMap(({ outcome }) => (outcome.kind === "lost" && outcome.down ? [outcome.reason] : []))[0];
}

type HandOptions = { owner: string; leaseMs: number; onError(error: unknown): void };

/** While the work on a batch runs, its mails are the worker's own, however slow the mail host is. */
function keepInHand(database: Database, { owner, leaseMs, onError }: HandOptions) {
  const batches = new Set<Batch>();
  const keep = async () => {
    for (const given of batches) await keepLeases(database, given, { owner, leaseMs });
  };
  const keeping = startInterval(keep, { everyMs: Math.min(keepMs, leaseMs / 4), onError });
  return {
    during<T>(given: Batch, work: () => Promise<T>): Promise<T> {
      batches.add(given);
      return work().finally(() => batches.delete(given));
    },
    stop: keeping.stop,
  };
}

/** Sends mailings until stopped. Several processes may do it at once. */
export function startSending(database: Database, deps: EmailDeps, options: SendingOptions): { stop(): Promise<void> } {
  const { pool, onError, batch = 32, connections = 5, atOnce = 3 } = options;
  const { leaseMs = 120_000, idleMs = 500, awayMs = 5_000 } = options;
  const owner = randomUUID();
  const makers = new Map<string, Promise<MailMaker>>();
  const stopping = new AbortController();
  const sweep = sweeper(database, deps, { repairMs: options.repairMs ?? 10_000, onError });
  const sweeping = startInterval(sweep, { everyMs: options.sweepMs ?? 1_000, immediately: true, onError });
  const hand = keepInHand(database, { owner, leaseMs, onError });

  function makerOf({ account, mailing }: Batch): Promise<MailMaker> {
    const name = `${account} ${mailing}`;
    const known = makers.get(name) ?? mailMaker(database, deps, { account, mailing });
    known.catch(() => makers.delete(name));
    makers.delete(name);
    makers.set(name, known);
    const [oldest] = makers.keys();
    if (makers.size > mostMakers && oldest !== undefined) makers.delete(oldest);
    return known;
  }

  const turn = turnsAfterPages({ waitMs: pagesMs });
  const pools = hostPools({ secret: deps.secret, policy: deps.mailPolicy ?? {} });

  async function sendOne(
    given: Batch,
    mail: Batch["mails"][number],
    through: Pick<SmtpPool, "send">,
  ): Promise<MailOutcome> {
    try {
      const { envelope, raw } = await (await makerOf(given))(mail);
      return { mail, outcome: await through.send(envelope, raw) };
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 200) : "The email could not be made.";
      return { mail, outcome: { kind: "broken", reason } };
    }
  }

  /** So many at a time that the host is never waited for, and that few are on their way when somebody opens a page. */
  async function sendMails(given: Batch, through: Pick<SmtpPool, "send">): Promise<MailOutcome[]> {
    const left = [...given.mails];
    const outcomes: MailOutcome[] = [];
    const send = async () => {
      for (let mail = left.shift(); mail; mail = left.shift()) {
        await turn();
        outcomes.push(await sendOne(given, mail, through));
      }
    };
    await Promise.all(Array.from({ length: connections }, send));
    return outcomes;
  }

  function poolFor({ account, own }: Batch): Pick<SmtpPool, "send"> {
    if (!own) return pool;
    try {
      return pools.poolOf(account, own);
    } catch (error) {
      // Another service secret: the password that was kept can't be read.
      onError(error);
      return { send: async () => ({ kind: "lost", reason: "Its password can't be read any more.", down: true }) };
    }
  }

  /** Answers whether there was something to do, and whether the mail host was there. */
  async function sendBatch(): Promise<"idle" | "sent" | "away"> {
    await afterPages(pagesMs);
    const given = await claimBatch(database, { owner, size: batch, leaseMs, now: currentTime(deps) });
    if (!given) return "idle";
    if (given.mails.length === 0) return "sent";
    const { account, mailing, own } = given;
    const through = poolFor(given);
    const outcomes = await hand.during(given, async () => {
      const found = await sendMails(given, through);
      await writeResults(database, given, found, currentTime(deps));
      return found;
    });
    if (own) {
      const reason = downReason(outcomes);
      if (reason === undefined) return "sent";
      await stopForHost(database, account, mailing, `${own.host}: ${reason} Check it under Mail host, then resume.`);
      return "sent";
    }
    return outcomes.every(({ outcome }) => outcome.kind === "lost") ? "away" : "sent";
  }

  async function run(_: unknown, place: number): Promise<void> {
    while (!stopping.signal.aborted) {
      if (place > 0 && pagesWithin(quietMs)) {
        await rest(quietMs / 4);
        continue;
      }
      const did = await sendBatch().catch((error: unknown) => {
        onError(error);
        return "away" as const;
      });
      if (did === "sent") continue;
      const wait = did === "idle" ? idleMs : awayMs;
      await rest(wait);
    }
  }
  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  // No mail leaves before it is known that its signature is believed.
  const running = testSigning().then(() => Promise.all(Array.from({ length: atOnce }, run)), onError);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([running, sweeping.stop()]);
      await hand.stop();
      pool.close();
      pools.close();
    },
  };
}
