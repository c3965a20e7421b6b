import { parsePhone } from "../../../rules/phone.foreign";
import { partsCost, surveyParts } from "../../../rules/survey/cost";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { DryRuns, dryRunCalls } from "../contract.tries";
import type { SurveyDeps } from "../deps";
import { findSurvey, loadVersion } from "../store/surveys";
import { channelFaults, type Terms } from "./detail";
import { beginDryRun, countDryRuns, endDryRuns, findDryRun } from "./dry-runs";
import { loadTerms } from "./form";
import { findRun, type RunRow } from "./store";

/** The most dry runs of an account in 24 hours. */
const mostADay = 20;

/** Trying a run on a phone before its start. */
export function dryRunHandlers(
  { db }: Database,
  deps: SurveyDeps,
): Pick<Handlers<typeof survey.calls>, keyof typeof dryRunCalls> {
  async function load(account: string, id: number): Promise<DryRuns> {
    const run = await readAccount(db, account, (trx) => findRun(trx, account, id));
    const terms = isPending(run) ? await loadTerms(deps, account, firstChannel(run)) : undefined;
    return readAccount(db, account, (trx) => loadDryRuns(trx, account, run, terms));
  }

  return {
    async dryRuns({ params }, { account }) {
      return { status: 200, body: await load(account, params.id) };
    },

    async sendDryRun({ params, body }, caller) {
      const { account } = caller;
      const run = await readAccount(db, account, (trx) => findRun(trx, account, params.id));
      mustBePending(run);
      const msisdn = await checkPhone(deps, caller, run, body.phone);
      const terms = await loadTerms(deps, account, firstChannel(run));
      await inAccount(db, account, async (trx) => {
        const found = await findRun(trx, account, params.id, true);
        mustBePending(found);
        const { faults } = await loadDryRuns(trx, account, found, terms);
        if (faults.length > 0) throw new HttpError(422, faults.join(" "));
        if ((await countDryRuns(trx, account)) >= mostADay)
          throw new HttpError(409, `Your account has sent ${mostADay} dry runs in 24 hours. Try again later.`);
        const asked = await loadPublished(trx, account, found);
        await endDryRuns(trx, account, [msisdn]);
        if (!(await beginDryRun(trx, account, found, { ...asked, msisdn })))
          throw wrongPhone("This number is being asked a survey right now. Try again after its end.");
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Survey dry run sent", subject: "survey", subject_id: String(found.id) },
          description: `The run ${found.name} of the survey ${found.title}.`,
        });
      });
      return { status: 201, body: await load(account, params.id) };
    },
  };
}

function isPending({ status, held_cents }: RunRow): boolean {
  return status === "pending" && held_cents === 0;
}

/** @throws HttpError 409 */
function mustBePending(run: RunRow): void {
  if (!isPending(run)) throw new HttpError(409, "This run was started. A dry run is sent before the start.");
}

/** It goes out on the first channel alone. */
function firstChannel(run: RunRow): RunRow {
  return { ...run, fallback: null };
}

async function loadDryRuns(trx: Trx, account: string, run: RunRow, terms: Terms | undefined): Promise<DryRuns> {
  const latest = await findDryRun(trx, account, run.id);
  if (!terms) return { ready: false, faults: [], least_cents: 0, most_cents: 0, latest };
  const { graph, on } = await loadPublished(trx, account, run);
  const faults = channelFaults(firstChannel(run), graph, on, terms);
  const { least, most } = run.channel === "sms" ? surveyParts(graph, run.language) : { least: 0, most: 0 };
  return {
    ...{ ready: faults.length === 0, faults, latest },
    least_cents: partsCost(least, terms.part_price),
    most_cents: partsCost(most, terms.part_price),
  };
}

/** The version that the run would ask. */
async function loadPublished(trx: Trx, account: string, { uuid, survey_id, version: chosen }: RunRow) {
  const on = await findSurvey(trx, account, uuid);
  const version = chosen || on.version;
  return { on, version, graph: await loadVersion(trx, account, survey_id, version) };
}

/** The number that may be asked on the channel of the run. @throws HttpError 422 at the field, 403, 503 */
async function checkPhone(
  deps: Pick<SurveyDeps, "clientsFor" | "clientsOfAccount">,
  caller: CallContext,
  { channel, number_id }: RunRow,
  typed: string,
): Promise<string> {
  const phone = parsePhone(typed);
  if (!phone.ok) throw wrongPhone(`This number can't be used: ${phone.reason}.`);
  const msisdn = phone.e164;
  const { messaging, whatsapp } = deps.clientsOfAccount(caller.account);
  const outs = await messaging.optedOut({ body: { msisdns: [msisdn] } });
  if (outs.status !== 200) throw new HttpError(503, "It can't be checked right now who has opted out. Try again.");
  if (outs.body.msisdns.includes(msisdn)) throw wrongPhone("This number has opted out of messages.");
  if (channel === "sms" || number_id === null) return msisdn;
  // The number is a matter of that product and its permissions.
  const allowed = await deps.clientsFor(caller).whatsapp.numbers({});
  if (allowed.status !== 200) throw new HttpError(403, "You may not write on WhatsApp.");
  const windows = await whatsapp.openWindows({ params: { id: number_id }, body: { msisdns: [msisdn] } });
  if (windows.status !== 200) throw new HttpError(503, "WhatsApp can't be asked right now. Try again.");
  if (!windows.body.msisdns.includes(msisdn))
    throw wrongPhone("Send a WhatsApp message from this phone to the number of the run first, then try again.");
  return msisdn;
}

function wrongPhone(words: string): HttpError {
  return new HttpError(422, "Please correct the marked fields.", { phone: [words] });
}
