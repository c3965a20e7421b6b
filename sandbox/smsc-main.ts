// The message centre as a process of its own, so that it outlives an application that is killed.
// Prints {"port":N}; then answers JSON lines on stdin, one line each: {"do":"counts"} -> {"counts":{…}}.
import { createInterface } from "node:readline";
import { z } from "zod";
import { startSmsc } from "./smsc";
import { receiptShapes } from "./smsc-receipts";

const share = z.number().min(0).max(1);
const change = z
  .strictObject({
    latencyMs: z.number().min(0),
    throttleRate: share,
    throttleAbove: z.int().min(0),
    errorRate: z.record(z.string().regex(/^\d+$/), share),
    silentRate: share,
    dropAfter: z.int().min(0),
    deaf: z.boolean(),
    receiptDelayMs: z.number().min(0),
    receiptFirst: z.boolean(),
    receiptShape: z.enum(receiptShapes),
    outcomes: z.partialRecord(z.enum(["delivered", "failed", "expired", "rejected"]), share),
  })
  .partial();

const request = z.discriminatedUnion("do", [
  z.object({ do: z.literal("counts") }),
  z.object({ do: z.literal("duplicates") }),
  z.object({ do: z.literal("settings"), change }),
  z.object({ do: z.literal("handset"), msisdn: z.string() }),
  z.object({ do: z.literal("inbox"), text: z.string().optional(), limit: z.int().optional() }),
  z.object({ do: z.literal("answer"), msisdn: z.string(), to: z.string(), text: z.string() }),
  z.object({ do: z.literal("drop") }),
  z.object({ do: z.literal("clear") }),
  z.object({ do: z.literal("close") }),
]);

type Request = z.infer<typeof request>;

const wantedPort = Number(process.argv[2] ?? 0);
const smsc = await startSmsc({ port: Number.isInteger(wantedPort) ? wantedPort : 0 });

function say(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

async function obey(asked: Request): Promise<object> {
  switch (asked.do) {
    case "counts":
      return { counts: smsc.counts() };
    case "duplicates":
      return { duplicates: smsc.duplicates() };
    case "settings":
      Object.assign(smsc.settings, asked.change);
      return { settings: smsc.settings };
    case "handset":
      return { handset: smsc.handset(asked.msisdn) };
    case "inbox":
      return { inbox: smsc.inbox(asked) };
    case "answer":
      // Not waited for: the application may be dead, and the next question must still be answered.
      void smsc.answer(asked.msisdn, asked.to, asked.text);
      return { answered: true };
    case "drop":
      smsc.drop();
      return { dropped: true };
    case "clear":
      smsc.clear();
      return { cleared: true };
    case "close":
      await smsc.close();
      return { closed: true };
  }
}

const lines = createInterface({ input: process.stdin });
// Answers leave in the order of the questions.
let last = Promise.resolve();
lines.on("line", (line) => {
  last = last.then(async () => {
    try {
      const asked = request.parse(JSON.parse(line));
      say(await obey(asked));
      if (asked.do === "close") process.exit(0);
    } catch (error) {
      say({ error: error instanceof Error ? error.message : String(error) });
    }
  });
});
// Whoever started this has gone: nobody is left to ask it anything.
lines.on("close", () => void last.then(() => process.exit(0)));
say({ port: smsc.port });
