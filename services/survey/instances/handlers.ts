import { sql } from "kysely";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { InstanceStatus, instanceCalls, SurveyInstanceDetail } from "../contract.instances";
import type { SurveyDeps } from "../deps";
import { linkFiles } from "../responses/files";
import { findSurvey } from "../store/surveys";
import type { AnswerFieldCalls } from "./answer-fields";
import { loadDetail } from "./detail";
import { beginRun, checkForm, loadCalendars, loadTerms, setForm } from "./form";
import { holdAndStart, loadMoney } from "./money";
import { moveRun } from "./moves";
import { loadRecipient } from "./recipients";
import { endReplies } from "./run";
import { findInstance, instancePage, messagePage } from "./store";

const statusNames: Record<InstanceStatus, string> = {
  pending: "Not started",
  running: "Running",
  paused: "Paused",
  closed: "Closed early",
  done: "Done",
};
const started = "This run was started, so it can't be changed.";

/** The calls of runs: a survey sent by SMS or on WhatsApp to a contact group. */
export function instanceHandlers(
  { db }: Database,
  deps: SurveyDeps,
): Pick<Handlers<typeof survey.calls>, Exclude<keyof typeof instanceCalls, AnswerFieldCalls>> {
  async function detail(account: string, id: number): Promise<SurveyInstanceDetail> {
    const found = await readAccount(db, account, (trx) => findInstance(trx, account, id));
    const terms = found.status === "pending" ? await loadTerms(deps, account, found) : undefined;
    const read = await readAccount(db, account, (trx) => loadDetail(trx, account, id, terms));
    return { ...read, money: await loadMoney({ db }, deps, account, read) };
  }

  return {
    async instances({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => instancePage(trx, account, query)) };
    },
    async instance({ params }, { account }) {
      return { status: 200, body: await detail(account, params.id) };
    },
    async instanceStatuses() {
      const data = Object.entries(statusNames).map(([id, name]) => ({ id: id as InstanceStatus, name }));
      return { status: 200, body: { data } };
    },
    async runCalendars(_, { account }) {
      const data = (await loadCalendars(deps, account)).map(({ id, name }) => ({ id, name }));
      return { status: 200, body: { data } };
    },
    async recipient({ params }, { account }) {
      const found = await readAccount(db, account, (trx) => loadRecipient(trx, account, params.id));
      const response = found.response && (await linkFiles(deps, account, found.response));
      return { status: 200, body: { ...found, response } };
    },
    async surveyMessages({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => messagePage(trx, account, query)) };
    },

    async createInstance({ body }, caller) {
      const { account } = caller;
      const id = await inAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, body.survey);
        if (found.status !== "published") throw new HttpError(409, "Publish the survey before you send it.");
        const made = await checkedRow(
          trx,
          IdRow,
          sql`insert into survey.instances (customer_account, survey_id, name, channel, language, created_by)
            values (${account}, ${found.id}, ${body.name}, ${body.channel_id}, ${found.languages[0] ?? "en"},
              ${caller.who.kind === "person" ? caller.who.name : ""}) returning id`,
        );
        if (!made) throw new Error("the run was not written");
        await note(trx, caller, "Survey run added", { ...found, id: made.id, name: body.name });
        return made.id;
      });
      return { status: 201, body: await detail(account, id) };
    },

    async updateInstance({ params, body }, caller) {
      const { account } = caller;
      const form = await checkForm(deps, caller, body);
      await inAccount(db, account, async (trx) => {
        const found = await findInstance(trx, account, params.id, true);
        if (found.status !== "pending" || found.held_cents > 0) throw new HttpError(409, started);
        await setForm(deps, trx, account, found, form);
      });
      return { status: 201, body: await detail(account, params.id) };
    },

    async dispatchInstance({ params, body }, caller) {
      const { account } = caller;
      const before = await readAccount(db, account, (trx) => findInstance(trx, account, params.id));
      const terms = await loadTerms(deps, account, before);
      await inAccount(db, account, async (trx) => {
        const found = await findInstance(trx, account, params.id, true);
        // Pressed twice: it was started once.
        if (found.status !== "pending" || found.held_cents > 0)
          throw new HttpError(409, "This run was started already.");
        const { estimate, faults } = await loadDetail(trx, account, params.id, terms);
        if (faults.length > 0 || !estimate) throw new HttpError(422, "The run can't be started yet.", { form: faults });
        if (estimate.most_cents !== body.most_cents)
          throw new HttpError(409, "The cost is different now. Look at it again before you start.");
        await beginRun(trx, account, params.id, { estimate, time_zone: terms.time_zone });
        await note(trx, caller, "Survey run started", found);
      }).catch((error: unknown) => {
        // Two runs with one keyword were started at once.
        if (isDuplicate(error)) throw new HttpError(409, "Another run has a keyword of this one now.");
        throw error;
      });
      await holdAndStart({ db }, deps, account, params.id);
      return { status: 201, body: await detail(account, params.id) };
    },

    async moveInstance({ params, body }, caller) {
      const { account } = caller;
      const { move } = body;
      const ended = await inAccount(db, account, async (trx) => {
        const found = await findInstance(trx, account, params.id, true);
        const done = await moveRun(trx, account, found, move);
        const action = {
          pause: "Survey run paused",
          resume: "Survey run resumed",
          close: "Survey run closed",
        } as const;
        await note(trx, caller, action[move], found);
        return { msisdns: done, sender: found.sender };
      });
      await endReplies(deps, account, ended.sender, ended.msisdns);
      return { status: 201, body: await detail(account, params.id) };
    },
  };
}

type RunAction =
  | "Survey run added"
  | "Survey run started"
  | "Survey run paused"
  | "Survey run resumed"
  | "Survey run closed";

async function note(
  trx: Trx,
  caller: CallContext,
  action: RunAction,
  { id, name, title }: { id: number; name: string; title: string },
): Promise<void> {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "survey", subject_id: String(id) },
    description: `The run ${name} of the survey ${title}.`,
  });
}
