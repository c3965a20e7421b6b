import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OldImport } from "../../services/survey/contract.old";
import { surveyService, surveyTasks } from "../../services/survey/service";
import { bundleWorker } from "../messaging/contact-file.fixtures";
import { asOwner } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { type SurveyFixture, surveyFixture } from "./fixture";

export const heads =
  "Survey,Question number,Question,Question type,Run,Channel,Sender,Created,Started,Number,Name,Status,Contact field," +
  "Answer,Answered,Message,Direction,Message status,Message time";
export const file = (...rows: string[]) => [heads, ...rows].join("\r\n");
export const delivery = file(
  "Delivery 2023,1,How was it?,Single choice,March,SMS,SAVANNA,2023-02-28,01/03/2023 09:00,0711000001,Amina,Completed,last_answer,Good,01/03/2023 09:05,,,,",
  "Delivery 2023,1,How was it?,,March,,,,,0711000002,Otieno,Completed,,Poor,01/03/2023 10:00,,,,",
  "delivery 2023,2,Why?,Text,march,,,,,0711000002,,,,It was late,01/03/2023 10:01,,,,",
  'Delivery 2023,,,,March,,,,,0711000001,,,,,,"How was it?\n1 Good",Sent,Delivered,01/03/2023 09:00',
  "Delivery 2023,,,,March,,,,,0711000001,,,,,,Good,Received,,01/03/2023 09:05",
  "Delivery 2023,,,,April,WhatsApp,,2023-04-01,,0711000003,Njeri,,,,,,,,",
);

type Job = "survey.read-old-results" | "survey.add-old-results";
type UploadAnswer = { status: number; body: OldImport & { message: string; errors?: { file?: string[] } } };
export type OldResults = Awaited<ReturnType<typeof oldResults>>;

/** The survey service with files of old results, which are read where they are on a disk. */
export async function oldResults() {
  const fixture = await surveyFixture();
  const dataDir = mkdtempSync(join(tmpdir(), "old-results-"));
  const worker = join(dataDir, "worker.mjs");
  bundleWorker(worker);
  const people = { owner: person({ products: ["Surveys"] }), clerk: person({ id: "3", roles: [], permissions: [] }) };
  const deps = { files: { dataDir, workerUrl: pathToFileURL(worker) } } as never;
  const served = surveyService(fixture.database, deps, surroundings(people));
  const tasks = surveyTasks(fixture.database, deps);

  /** Runs the job that is queued for an import. */
  async function runJob(task: Job, id: number): Promise<void> {
    const { rows } = await fixture.queued(task);
    const payload = rows.find(({ import_id }) => import_id === id);
    if (!payload) throw new Error(`${task} is not queued`);
    await tasks[task]?.(payload);
  }
  const load = (id: number) => fixture.must<OldImport>(200, "oldImport", { params: { id } });

  /** Sends a file; it waits to be read. */
  async function upload(text: string, token = "owner"): Promise<UploadAnswer> {
    const form = new FormData();
    form.set("file", new File([text], "old.csv", { type: "text/csv" }));
    const { body, headers } = new Response(form);
    const stream = { body, type: headers.get("content-type") ?? "" };
    return (await served.call("checkOldResults", { query: {}, stream } as never, caller(token))) as UploadAnswer;
  }
  /** Sends a file and has it read. */
  async function send(text: string, token = "owner"): Promise<UploadAnswer> {
    const sent = await upload(text, token);
    if (sent.status !== 201) return sent;
    await runJob("survey.read-old-results", sent.body.id);
    return { status: sent.status, body: await load(sent.body.id) };
  }
  const begin = (id: number) => fixture.must<OldImport>(201, "addOldResults", { params: { id } });
  async function start(id: number): Promise<OldImport> {
    await begin(id);
    await runJob("survey.add-old-results", id);
    return load(id);
  }
  async function imported(text: string): Promise<OldImport> {
    const { status, body } = await send(text);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return start(body.id);
  }
  const remove = (id: number) => served.call("removeOldImport", { params: { id } } as never, caller("owner"));
  const page = async <Row = Record<string, unknown>>(name: Parameters<SurveyFixture["ask"]>[0], input: object = {}) =>
    (await fixture.must<{ data: Row[] }>(200, name, input)).data;
  const tables = ["surveys", "questions", "runs", "fields", "contacts", "answers", "messages"];
  async function counts(): Promise<number[]> {
    const found: number[] = [];
    for (const table of tables)
      found.push(Number((await fixture.rows<{ n: number }>(`select count(*) as n from survey.old_${table}`))[0]?.n));
    return found;
  }
  async function empty(): Promise<void> {
    await asOwner(fixture.database.url, "truncate survey.old_imports, survey.old_surveys cascade");
  }
  async function close(): Promise<void> {
    await fixture.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return {
    ...{ fixture, dataDir, tasks, runJob, load, upload, send, begin, start, imported, remove, page, counts, empty },
    close,
  };
}
