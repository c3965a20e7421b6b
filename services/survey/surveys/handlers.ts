import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { publishFindings } from "../../../rules/survey/publish";
import { surveyTemplates, type TemplateId } from "../../../rules/survey/templates";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows, json, texts } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { SurveyForm } from "../contract.schemas";
import type { surveyCalls } from "../contract.surveys";
import type { SurveyDeps } from "../deps";
import { queueWords } from "../instances/keywords";
import { closeRun } from "../instances/moves";
import { endReplies } from "../instances/run";
import { tellAllDeleted } from "../sessions/tell";
import { loadDraft } from "../store/questions";
import { loadQuotas } from "../store/quotas";
import { findSurvey, loadSurvey, type SurveyRow, surveyPage } from "../store/surveys";
import type { CatalogueCalls } from "./catalogue";
import { copyQuestions, setTexts } from "./changes";
import { copyQuotas } from "./quotas";
import { templateGraph } from "./template";

type Form = z.output<typeof SurveyForm>;
type SurveyAction =
  | "Survey added"
  | "Survey changed"
  | "Survey translated"
  | "Survey published"
  | "Survey closed"
  | "Survey deleted";

const SenderRow = z.object({ id: z.number(), sender: z.string() });

/** The calls of surveys as a whole. */
export function surveyHandlers(
  { db }: Database,
  deps: SurveyDeps,
): Pick<Handlers<typeof survey.calls>, Exclude<keyof typeof surveyCalls, CatalogueCalls>> {
  /** Makes a change of a survey and answers the survey as it is then. */
  async function changing(
    caller: CallContext,
    uuid: string,
    action: SurveyAction,
    change: (trx: Trx, found: SurveyRow) => Promise<unknown>,
  ) {
    const { account } = caller;
    return inAccount(db, account, async (trx) => {
      const found = await findSurvey(trx, account, uuid, true);
      await change(trx, found);
      await note(trx, caller, action, found);
      return loadSurvey(trx, account, uuid);
    });
  }

  return {
    async surveys({ query }, { account }) {
      if (query.identity !== undefined && query.identity !== account)
        throw new HttpError(403, "You can only see the surveys of your own account.");
      return { status: 200, body: await readAccount(db, account, (trx) => surveyPage(trx, account, query)) };
    },

    async survey({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadSurvey(trx, account, params.uuid)) };
    },

    async createSurvey({ body }, caller) {
      const { account } = caller;
      try {
        const made = await inAccount(db, account, async (trx) => {
          const found = await addSurvey(trx, caller, body);
          await fillFromTemplate(trx, account, found, body.template);
          await note(trx, caller, "Survey added", found);
          return loadSurvey(trx, account, found.uuid);
        });
        return { status: 201, body: made };
      } catch (error) {
        return sameTitle(error, body);
      }
    },

    async updateSurvey({ params, body }, caller) {
      try {
        const changed = await changing(caller, params.uuid, "Survey changed", async (trx, found) => {
          const { title, category, interaction_mode = found.interaction_mode, channels, languages } = body;
          const link = channels.includes("web") ? (found.link ?? (await addLink(trx, caller.account, found.id))) : null;
          if (link === null) await dropLink(trx, caller.account, found.id);
          const other = found.languages.join() !== languages.join();
          await sql`
            update survey.surveys set title = ${title}, category = ${category}, interaction_mode = ${interaction_mode},
              channels = ${texts(channels)}, languages = ${texts(languages)}, link = ${link},
              edited = edited or (${other} and version > 0)
            where customer_account = ${caller.account} and id = ${found.id}`.execute(trx);
        });
        return { status: 201, body: changed };
      } catch (error) {
        return sameTitle(error, body);
      }
    },

    async translateSurvey({ params, body }, caller) {
      const changed = await changing(caller, params.uuid, "Survey translated", async (trx, found) => {
        if (!found.languages.includes(body.language))
          throw new HttpError(422, "Please correct the marked fields.", {
            language: ["The survey is not in this language."],
          });
        await setTexts(trx, caller.account, found.id, body);
      });
      return { status: 201, body: changed };
    },

    async publishSurvey({ params }, caller) {
      const publish = (trx: Trx, found: SurveyRow) => publishVersion(trx, caller, found);
      return { status: 201, body: await changing(caller, params.uuid, "Survey published", publish) };
    },

    async closeSurvey({ params }, caller) {
      const silent: { sender: string; msisdns: string[] }[] = [];
      const closed = await changing(caller, params.uuid, "Survey closed", async (trx, found) => {
        if (found.status === "draft") throw new HttpError(409, "This survey was not published, so it can't be closed.");
        await sql`update survey.surveys set status = 'closed'
          where customer_account = ${caller.account} and id = ${found.id}`.execute(trx);
        for (const { id, sender } of await lockRuns(trx, caller.account, found.id))
          silent.push({ sender, msisdns: await closeRun(trx, caller.account, id) });
      });
      for (const { sender, msisdns } of silent) await endReplies(deps, caller.account, sender, msisdns);
      return { status: 201, body: closed };
    },

    async copySurvey({ params }, caller) {
      const { account } = caller;
      const made = await inAccount(db, account, async (trx) => {
        const copied = await copyWhole(trx, caller, params.uuid);
        return loadSurvey(trx, account, copied.uuid);
      });
      return { status: 201, body: made };
    },

    async deleteSurvey({ params }, caller) {
      const { account } = caller;
      const title = await inAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, params.uuid, true);
        await mustBePaid(trx, account, found.id);
        await dropSurvey(trx, account, found);
        await note(trx, caller, "Survey deleted", found);
        return found.title;
      });
      return { status: 201, body: { status: 201, message: `${title} was deleted.` } };
    },
  };
}

/** The runs of a survey that are under way, locked. */
function lockRuns(trx: Trx, account: string, survey: number) {
  return checkedRows(
    trx,
    SenderRow,
    sql`select id, sender from survey.instances where customer_account = ${account} and survey_id = ${survey}
      and status in ('running', 'paused') order by id for update`,
  );
}

/** A survey goes with its link and its responses; web hooks are told. */
async function dropSurvey(trx: Trx, account: string, found: SurveyRow): Promise<void> {
  await dropLink(trx, account, found.id);
  await tellAllDeleted(trx, account, found);
  await queueWords(trx, account);
  await sql`delete from survey.surveys where customer_account = ${account} and id = ${found.id}`.execute(trx);
}

/** Money that is reserved for a run comes back only while the run is there. @throws HttpError 409 */
async function mustBePaid(trx: Trx, account: string, survey: number): Promise<void> {
  const unpaid = await hasRows(
    trx,
    sql`select 1 from survey.instances where customer_account = ${account} and survey_id = ${survey}
      and held_cents > 0 and not money_closed limit 1`,
  );
  if (unpaid)
    throw new HttpError(409, "Money is reserved for a run of this survey. Close the run, and wait some minutes.");
}

/** A title that is taken is refused with 406 (R115); anything else goes on. */
function sameTitle(error: unknown, { title }: Form) {
  if (!isDuplicate(error)) throw error;
  const message = `There is a survey named ${title} already.`;
  return { status: 406 as const, body: { status: 406, message, errors: { title: [message] } } };
}

const NewSurvey = z.object({ id: z.number(), uuid: z.string() });

/** Adds a draft, with its link if it is answered on the web. */
export async function addSurvey(trx: Trx, { account, who }: CallContext, form: Form): Promise<SurveyRow> {
  const { title, category, interaction_mode = "conversation", channels, languages } = form;
  const made = await checkedRow(
    trx,
    NewSurvey,
    sql`insert into survey.surveys (customer_account, title, category, interaction_mode, channels, languages, created_by)
      values (${account}, ${title}, ${category}, ${interaction_mode}, ${texts(channels)}, ${texts(languages)},
        ${who.kind === "person" ? who.name : ""}) returning id, uuid`,
  );
  if (!made) throw new Error("the survey was not written");
  if (channels.includes("web")) {
    const link = await addLink(trx, account, made.id);
    await sql`update survey.surveys set link = ${link}
      where customer_account = ${account} and id = ${made.id}`.execute(trx);
  }
  return findSurvey(trx, account, made.uuid);
}

/** Gives a new survey the questions of a template in its languages. */
async function fillFromTemplate(
  trx: Trx,
  account: string,
  { id, languages }: SurveyRow,
  template: TemplateId | undefined,
): Promise<void> {
  if (!template) return;
  await copyQuestions(trx, account, id, templateGraph(surveyTemplates[template], languages));
}

/** Keeps the questions as they are as the next version. @throws HttpError 422 while there are faults */
async function publishVersion(trx: Trx, { account, who }: CallContext, found: SurveyRow): Promise<void> {
  const graph = await loadDraft(trx, account, found);
  const { quota_cells } = await loadQuotas(trx, account, found.id);
  const faults = publishFindings(graph, quota_cells).filter(({ level }) => level === "fault");
  if (faults.length > 0)
    throw new HttpError(422, "The survey can't be published yet.", { form: faults.map(({ text }) => text) });
  await sql`
    insert into survey.versions (customer_account, survey_id, version, graph, by)
    values (${account}, ${found.id}, ${found.version + 1}, ${json(graph)},
      ${who?.kind === "person" ? who.name : ""})`.execute(trx);
  await sql`
    update survey.surveys set version = version + 1, edited = false, status = 'published'
    where customer_account = ${account} and id = ${found.id}`.execute(trx);
}

/** Adds a draft with the questions, the ending and the limits of another survey, under a free title. */
async function copyWhole(trx: Trx, caller: CallContext, uuid: string): Promise<SurveyRow> {
  const { account } = caller;
  const from = await findSurvey(trx, account, uuid, true);
  const title = await freeTitle(trx, account, from.title);
  const copied = await addSurvey(trx, caller, { ...(from as unknown as Form), title });
  const ids = await copyQuestions(trx, account, copied.id, await loadDraft(trx, account, from));
  await copyQuotas(trx, account, from.id, copied.id, ids);
  await note(trx, caller, "Survey added", copied);
  return copied;
}

/** An address that nobody can guess: 96 random bits. */
async function addLink(trx: Trx, account: string, id: number): Promise<string> {
  const token = randomBytes(12).toString("base64url");
  await sql`insert into survey.links (token, customer_account, survey_id) values (${token}, ${account}, ${id})`.execute(
    trx,
  );
  return token;
}

async function dropLink(trx: Trx, account: string, id: number): Promise<void> {
  await sql`delete from survey.links where customer_account = ${account} and survey_id = ${id}`.execute(trx);
}

/** A title that no survey has: "Deliveries (copy)". */
export async function freeTitle(trx: Trx, account: string, title: string): Promise<string> {
  for (let copy = 1; ; copy++) {
    const free = `${title.slice(0, 180)} (copy${copy > 1 ? ` ${copy}` : ""})`;
    const taken = await hasRows(
      trx,
      sql`select 1 from survey.surveys where customer_account = ${account} and lower(title) = lower(${free})`,
    );
    if (!taken) return free;
  }
}

async function note(
  trx: Trx,
  caller: CallContext,
  action: SurveyAction,
  { id, title }: Pick<SurveyRow, "id" | "title">,
): Promise<void> {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "survey", subject_id: String(id) },
    description: `The survey ${title}.`,
  });
}
