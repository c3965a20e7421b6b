// A message centre with phones that answer questions, as a process of its own, apart from the worker that is measured.
// Prints {"port":N}; then answers JSON lines on stdin, one line each.
import { createInterface } from "node:readline";
import { startSmsc } from "../../sandbox/smsc";
import { paced } from "./chat/pace";

type PhoneOrder =
  | { do: "counts" }
  | { do: "clear" }
  /** How many wrote and were not written to since. */
  | { do: "open" }
  /**
   * So many replies a second, each from another phone that was asked something and did not answer yet. What is said next is
   * waited for two minutes, unless `waitMs` says otherwise.
   */
  | { do: "reply"; to: string; perSecond: number; seconds: number; waitMs?: number };

const smsc = await startSmsc({ port: 0, texts: 20, phones: 200_000, keys: 400_000 });
/** Phones that were asked something, the one that waits longest first. */
const asked: string[] = [];
/** When a phone wrote, by its number, until it is written to. */
const waiting = new Map<string, number>();
const times: number[] = [];
/** How often each text came to each phone. */
let texts = new Map<string, number>();
let firstAt = 0;
let lastAt = 0;
/** The question mark of every question; what is said at the end has none. */
const isQuestion = (text: string) => text.includes("?");

smsc.on(({ msisdn, text }) => {
  const now = performance.now();
  firstAt ||= now;
  lastAt = now;
  const key = `${msisdn} ${text}`;
  texts.set(key, (texts.get(key) ?? 0) + 1);
  const since = waiting.get(msisdn);
  if (since !== undefined) {
    waiting.delete(msisdn);
    times.push(now - since);
  }
  if (isQuestion(text)) asked.push(msisdn);
});

async function obey(order: PhoneOrder): Promise<object> {
  switch (order.do) {
    case "counts": {
      const repeated = [...texts.values()].reduce((sum, one) => sum + one - 1, 0);
      return { ...smsc.counts(), texts: texts.size, repeated, asked: asked.length, firstAt, lastAt };
    }
    case "clear":
      texts = new Map();
      asked.length = 0;
      firstAt = 0;
      return {};
    case "open":
      return { open: waiting.size };
    case "reply":
      return reply(order);
  }
}

/** Answers how long each reply waited for what is said next, from when it was due. */
async function reply({
  to,
  perSecond,
  seconds,
  waitMs = 120_000,
}: Extract<PhoneOrder, { do: "reply" }>): Promise<object> {
  times.length = 0;
  const began = performance.now();
  let missing = 0;
  await paced(perSecond, seconds, (n) => {
    const msisdn = asked.shift();
    if (msisdn === undefined) {
      missing++;
      return;
    }
    waiting.set(msisdn, began + (n * 1000) / perSecond);
    void smsc.answer(msisdn, to, "1");
  });
  for (const end = performance.now() + waitMs; waiting.size > 0 && performance.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 50));
  return { times, missing, unanswered: waiting.size, seconds: (performance.now() - began) / 1000 };
}

const lines = createInterface({ input: process.stdin });
let last = Promise.resolve();
lines.on("line", (line) => {
  last = last.then(async () => {
    process.stdout.write(`${JSON.stringify(await obey(JSON.parse(line) as PhoneOrder))}\n`);
  });
});
lines.on("close", () => process.exit(0));
process.stdout.write(`${JSON.stringify({ port: smsc.port })}\n`);
