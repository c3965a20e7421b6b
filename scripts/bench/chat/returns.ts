import { setTimeout as pause } from "node:timers/promises";
import type { EventFrame } from "../../../rules/live-frames";
import { inAccount, openDatabase } from "../../../services/kit/database";
import { appendAll } from "../../../services/kit/events";
import { type Application, account, inDemoAccount } from "../application";
import { type Agent, comeBack, connect } from "./agents";
import { requestId, say, type Visitor } from "./visitors";

type ReturnCounts = { lost: number; doubled: number };

/** How often each agent heard each text. */
function counting(agents: readonly Agent[]) {
  const heard = agents.map(() => new Map<string, number>());
  for (const [at, agent] of agents.entries())
    agent.heard = ([, kind, body]: EventFrame) => {
      if (kind !== "chat.message" || body.change !== "made") return;
      const text = (body.message as { message: string }).message;
      heard[at]?.set(text, (heard[at]?.get(text) ?? 0) + 1);
    };
  return (texts: readonly string[]): ReturnCounts => {
    const times = heard.flatMap((one) => texts.map((text) => one.get(text) ?? 0));
    return { lost: times.filter((n) => n === 0).length, doubled: times.filter((n) => n > 1).length };
  };
}

/**
 * The server is ended and started again while visitors write on, each message again until it is taken, as the widget
 * does. Answers the seconds from the end to the last socket that is back and up to date.
 */
export async function overRestart(
  app: Application,
  agents: readonly Agent[],
  visitors: readonly Visitor[],
): Promise<ReturnCounts & { seconds: number; messages: number }> {
  const counts = counting(agents);
  const texts: string[] = [];
  let writing = true;
  const writers = visitors.map(async (visitor, at) => {
    for (let n = 0; writing; n++) {
      const text = `restart ${at} ${n}`;
      const request = requestId();
      while ((await say(app.url, visitor, text, request).catch(() => 0)) !== 201) await pause(500);
      texts.push(text);
      await pause(1_000);
    }
  });
  await pause(2_000);
  const began = performance.now();
  const back = agents.map((agent) => comeBack(app.url, agent));
  await app.restart();
  await Promise.all(back);
  const seconds = (performance.now() - began) / 1000;
  writing = false;
  await Promise.all(writers);
  for (let tries = 0; tries < 50 && counts(texts).lost > 0; tries++) await pause(100);
  return { ...counts(texts), seconds, messages: texts.length };
}

/**
 * Agents are away while so many messages come, and are back all at once. Answers the seconds until the last of them
 * has everything. @param like the body of a message's event: those that come are as long
 */
export async function afterGap(
  app: Application,
  agents: readonly Agent[],
  events: number,
  like: Record<string, unknown>,
): Promise<ReturnCounts & { seconds: number }> {
  for (const { socket } of agents) socket?.disconnect();
  const counts = counting(agents);
  const texts = Array.from({ length: events }, (_, n) => `gap ${events} ${n}`);
  const bodies = texts.map((text) => ({ ...like, message: { ...(like.message as object), message: text } }));
  await inDemoAccount(app.dataDir, async (_, url) => {
    const database = openDatabase(url);
    for (let from = 0; from < events; from += 100)
      await inAccount(database.db, account, (trx) =>
        appendAll(
          trx,
          account,
          bodies.slice(from, from + 100).map((body) => ({ kind: "chat.message", body })),
        ),
      );
    await database.close();
  });
  // The server has read them long since when an hour has passed.
  await pause(1_500);
  const began = performance.now();
  await Promise.all(agents.map((agent) => connect(app.url, agent)));
  const seconds = (performance.now() - began) / 1000;
  return { ...counts(texts), seconds };
}
