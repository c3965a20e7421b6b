import { setTimeout as pause } from "node:timers/promises";
import type { SmscProcess } from "./smsc-process";
import { killed, onStage, type SurveyStage, shortCode, type startedWorker } from "./surveys.stage";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const people = 4_000;
const kills = 20;
/** Messages under way to the carrier when the process is killed: of these nobody knows whether they arrived. */
const window = 20;
const quotaTries = 1_000;

/** What may not go wrong with surveys, tried often: a worker that is killed, and a limit that several reach at once. */
export default function bench(): Promise<Row[]> {
  return onStage(async ({ stage, phones, start }) => {
    const killing = await killedOften(stage, phones, () => start(window));
    return [...killing, await quotas(stage)];
  });
}

type Counts = { texts: number; repeated: number; asked: number };

/** The worker is killed twenty times while first questions go out and people answer; then all is worked to its end. */
async function killedOften(
  stage: SurveyStage,
  phones: SmscProcess,
  start: () => ReturnType<typeof startedWorker>,
): Promise<Row[]> {
  const { uuid } = await stage.published("Delivery");
  const { id, estimate } = await stage.run(uuid, await stage.group(people));
  await stage.dispatch(id, estimate?.most_cents ?? 0);
  const counts = () => phones.ask<Counts>({ do: "counts" });
  const heard = (least: number) => reached(`${least} texts`, async () => (await counts()).texts >= least);
  for (let kill = 1; kill <= kills / 2; kill++) {
    const worker = await start();
    await heard(Math.floor((people * kill) / (kills / 2 + 1)));
    await killed(worker);
  }
  for (let kill = 1; kill <= kills / 2; kill++) {
    const worker = await start();
    const answered = phones.ask({ do: "reply", to: shortCode, perSecond: 100, seconds: 2, waitMs: 0 });
    await pause(300 + 170 * kill);
    await killed(worker);
    await answered;
  }
  const worker = await start();
  await reached("every phone was asked", async () => (await lost(stage, id)) === 0);
  await reached(
    "every reply was answered",
    async () => (await phones.ask<{ open: number }>({ do: "open" })).open === 0,
  );
  await stage.closeRuns();
  await reached("all money was settled", async () => {
    const { open, held } = await stage.books();
    return open === 0 && held === 0;
  });
  const { repeated } = await counts();
  const books = await stage.books();
  const [said] = await stage.rows<{ twice: number }>(`
    select (count(*) - count(distinct (session_id, question_id)))::int as twice from survey.turns
    where not incoming and question_id is not null`);
  await killed(worker, "SIGTERM");
  const left = await lost(stage, id);
  return [
    { name: `survey: sessions lost in ${kills} kills`, figure: String(left), limit: "0", ok: left === 0 },
    {
      ...{ name: `survey: questions asked twice in ${kills} kills`, figure: String(said?.twice), limit: "0" },
      ok: said?.twice === 0,
    },
    {
      ...{ name: `survey: SMS that arrived twice in ${kills} kills`, figure: String(repeated) },
      ...{ limit: `${kills * window}, those under way`, ok: repeated <= kills * window },
    },
    {
      ...{
        name: `survey: charged after ${kills} kills`,
        figure: `${books.spent} cents`,
        limit: `${books.cents} cents`,
      },
      ok: books.spent === books.cents && books.held === 0,
    },
  ];
}

/** People of a run who were not asked, or of whom nothing says so. */
async function lost(stage: SurveyStage, id: number): Promise<number> {
  const [row] = await stage.rows<{ count: number }>(`
    select count(*)::int as count from survey.recipients r
    where r.instance_id = ${id} and not exists (select from survey.sessions x
      join survey.messages m on m.customer_account = x.customer_account and m.session_id = x.id and m.state = 'sent'
      where x.customer_account = r.customer_account and x.instance_id = r.instance_id and x.msisdn = r.msisdn)`);
  return row?.count ?? 0;
}

async function reached(what: string, done: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; !(await done()); await pause(100))
    if (performance.now() > end) throw new Error(`gave up before ${what}`);
}

/** A limit of 2, and three responses that end at once, again and again. */
async function quotas(stage: SurveyStage): Promise<Row> {
  const { link, question, choice, uuid } = await stage.limited(2);
  let wrong = 0;
  for (let tried = 0; tried < quotaTries; tried++) {
    await stage.rows(`update survey.quotas set taken = 0`);
    const ends = await Promise.all([0, 1, 2].map(() => stage.answerOnce(link, question, choice)));
    const [quota] = await stage.listQuotas(uuid);
    const refused = ends.filter((end) => end.includes("enough answers")).length;
    if (refused !== 1 || quota?.taken !== 2) wrong++;
  }
  return {
    ...{ name: `survey: limits of 2 that took other than 2 of 3 at once, of ${quotaTries.toLocaleString("en-KE")}` },
    ...{ figure: String(wrong), limit: "0", ok: wrong === 0 },
  };
}
