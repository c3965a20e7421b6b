import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { figuresOf } from "./chat/pace";
import type { SmscProcess } from "./smsc-process";
import { killed, onStage, type SurveyStage, shortCode } from "./surveys.stage";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const recipients = 100_000;
const perSecond = 200;
const seconds = 30;
/** Messages that may be under way to the carrier. */
const window = 500;

/**
 * A run to 100,000 people, then 200 of them a second answer: a worker in a process of its own, PostgreSQL that waits for its
 * disk, and a message centre with phones over SMPP. Before it a blast to as many, in another database, as the peer.
 */
export default async function bench(): Promise<Row[]> {
  const peer = await onStage(async ({ stage, phones, start }) => {
    const worker = await start(window);
    const priced = await stage.blast(await stage.group(recipients));
    const { rate } = await arrived(phones, recipients);
    await killed(worker, "SIGTERM");
    return { priced, rate };
  });
  return onStage(async ({ stage, phones, url, start }) => {
    const worker = await start(window);
    const { uuid } = await stage.published("Delivery");
    // A database in use knows how large its tables are.
    await asked(stage, phones, uuid, { group: await stage.group(2_000, 50_000_000), many: 2_000 });
    await phones.ask({ do: "reply", to: shortCode, perSecond: 100, seconds: 10 });
    await analyze(url);
    await phones.ask({ do: "clear" });
    const group = { group: await stage.group(recipients), many: recipients };
    const ours = await asked(stage, phones, uuid, group);
    const rows = [...runRows(ours, peer), ...(await answered(phones)), await paid(stage)];
    await killed(worker, "SIGTERM");
    return rows;
  });
}

type Counts = { texts: number; repeated: number; firstAt: number; lastAt: number };
/** Seconds until a run or a blast to the same people was taken and priced, and its messages a second. */
type Pace = { priced: number; rate: number };

/** How many texts a second came to the phones, once so many did. */
async function arrived(phones: SmscProcess, many: number): Promise<Counts & { rate: number }> {
  const counts = () => phones.ask<Counts>({ do: "counts" });
  let now = await counts();
  for (const end = performance.now() + 600_000; now.texts < many; now = await counts()) {
    if (performance.now() > end) throw new Error(`gave up: ${JSON.stringify(now)}`);
    await pause(100);
  }
  return { ...now, rate: many / ((now.lastAt - now.firstAt) / 1_000) };
}

/** Asks the people of a group their first question. */
async function asked(
  stage: SurveyStage,
  phones: SmscProcess,
  uuid: string,
  { group, many }: { group: number; many: number },
): Promise<Pace & { repeated: number }> {
  const began = performance.now();
  const { id, estimate } = await stage.run(uuid, group);
  const priced = (performance.now() - began) / 1_000;
  await stage.dispatch(id, estimate?.most_cents ?? 0);
  const { rate, repeated } = await arrived(phones, many);
  return { priced, rate, repeated };
}

function runRows({ priced, rate, repeated }: Pace & { repeated: number }, peer: Pace): Row[] {
  return [
    {
      ...{ name: `survey: a run to ${recipients.toLocaleString("en-KE")} people taken and priced`, limit: "3 s" },
      ...{ figure: `${priced.toFixed(2)} s`, peer: `a blast ${peer.priced.toFixed(2)} s`, ok: priced <= 3 },
    },
    {
      ...{ name: "survey: first questions a second", figure: rate.toFixed(0), limit: "5,000", ok: rate >= 5_000 },
      peer: `messages of a blast ${peer.rate.toFixed(0)}`,
    },
    { name: "survey: people asked twice", figure: String(repeated), limit: "0", ok: repeated === 0 },
  ];
}

/** Has people answer at the pace, from when each answer was due to what is said next. */
async function answered(phones: SmscProcess): Promise<Row[]> {
  type Replies = { times: number[]; unanswered: number };
  const { times, unanswered } = await phones.ask<Replies>({ do: "reply", to: shortCode, perSecond, seconds });
  const { p50, p95 } = figuresOf(times);
  return [
    {
      ...{ name: `survey: reply to next question at ${perSecond} a second, p95`, figure: `${p95.toFixed(0)} ms` },
      ...{ limit: "1,000 ms", peer: `p50 ${p50.toFixed(0)} ms`, ok: p95 <= 1_000 },
    },
    { name: "survey: replies without a next question", figure: String(unanswered), limit: "0", ok: unanswered === 0 },
  ];
}

/** Each part that was handed over is paid once, and nothing stays held once the runs are closed. */
async function paid(stage: SurveyStage): Promise<Row> {
  await stage.closeRuns();
  let books = await stage.books();
  const goesOn = () => books.open > 0 || books.held > 0;
  for (const end = performance.now() + 120_000; goesOn() && performance.now() < end; books = await stage.books())
    await pause(200);
  const spent = books.spent;
  return {
    ...{ name: "survey: charged", figure: `${spent} cents`, limit: `${books.cents} cents` },
    ok: spent === books.cents && books.held === 0,
  };
}

async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}
