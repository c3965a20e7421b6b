import { countParts } from "../../rules/segments";
import { inProcess } from "../../services/kit/client";
import { contract } from "../../services/kit/contract";
import { serve } from "../../services/kit/serve";
import { askingCalls } from "../../services/messaging/contract.internal";
import { askingHandlers } from "../../services/messaging/messages/asking";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import { blastStage, savanna, serviceCaller, until } from "../messaging/blasts.fixtures";
import { fakeCarrier } from "../messaging/fake-carrier";
import { person, surroundings } from "../setup/people";
import { surveyFixture } from "./fixture";

/** What goes wrong with the next call: it is not made, or its answer is lost. Either way the caller dies there. */
export type Fault = "away" | "lost";
type Calls = Record<string, (input?: never) => Promise<unknown>>;

/** The survey service with the real billing and messaging, a worker that sends, and what may go wrong between them. */
export async function moneyStage(cents: number) {
  const stage = await blastStage({ cents });
  const carrier = fakeCarrier();
  /** Calls to come, by their names, that go wrong. */
  const faults = new Map<string, Fault>();

  function failing<C extends object>(client: C): C {
    const wrapped = Object.entries(client as Calls).map(([name, call]) => [
      name,
      async (input?: never) => {
        const fault = faults.get(name);
        faults.delete(name);
        if (fault === "away") throw new Error(`${name} was not made`);
        const answer = await call(input);
        if (fault === "lost") throw new Error(`the answer of ${name} was lost`);
        return answer;
      },
    ]);
    return Object.fromEntries(wrapped) as C;
  }

  const billingFor = (account: string) => failing(stage.billingFor(account));
  await stage.work(carrier.carrier, { billingFor });
  const around = surroundings({ owner: person() });
  const asking = askingHandlers(stage.database, { ...stage.deps, billingFor });
  const messaging = inProcess(
    serve(contract("messaging", askingCalls), asking, around),
    serviceCaller(around.serviceSecret, savanna),
  );
  const survey = await surveyFixture({
    ...{ database: stage.database, billing: billingFor(savanna), messaging: failing(messaging) },
  });

  /** What the carrier took is what SMS cost; a number of this set gets none. */
  const refused = new Set<string>();
  let taken = 0;
  carrier.behave((sms, part) => {
    if (refused.has(sms.to)) return { kind: "refused", code: 0x0b, temporary: false };
    if (part <= countParts(sms.text)) taken++;
    return carrier.taken();
  });

  /** What was charged by now and how much is reserved; every line of the ledger is counted. */
  async function books() {
    const { available, held, sums } = await stage.ledger();
    const [row] = await stage.rows<{ charged: number }>(
      "select coalesce(sum(charged_cents), 0)::bigint as charged from billing.ledger_transactions",
    );
    return { available, held, sums, charged: row?.charged ?? 0 };
  }

  /** Waits until every message that was handed to messaging is sent or not, and paid. */
  const quiet = () =>
    until("messaging has nothing left to do", async () => {
      const { rowCount } = await stage.database.pool.query("select 1 from messaging.queue");
      return rowCount === 0;
    });

  let groups = 0;
  /** A run that may be started, with what it costs. */
  async function prepared(msisdns: readonly string[], form: object = {}) {
    const made = await survey.delivery();
    const { id } = await survey.must<SurveyInstanceDetail>(201, "createInstance", {
      body: { survey: made.uuid, name: "November", ...("channel_id" in form ? { channel_id: form.channel_id } : {}) },
    });
    survey.sms.groups.set(
      ++groups,
      msisdns.map((msisdn) => ({ msisdn, name: "Amina", fields: {}, opted_out: false })),
    );
    const body = { name: "November", language: "en", sender: "SAVANNA", group_id: groups, ...form };
    await survey.must(201, "updateInstance", { params: { id }, body });
    const { estimate, faults: missing } = await load(id);
    if (missing.length > 0) throw new Error(missing.join(" "));
    return { ...made, id, cost: estimate?.most_cents ?? 0 };
  }
  const load = (id: number) => survey.must<SurveyInstanceDetail>(200, "instance", { params: { id } });
  const dispatch = (id: number, most_cents: number) =>
    survey.ask("dispatchInstance", { params: { id }, body: { most_cents } });
  const move = (id: number, name: "pause" | "resume" | "close") =>
    survey.ask("moveInstance", { params: { id }, body: { move: name } });

  /** Looks at the run until its money is settled, as the worker does. */
  const over = (id: number) =>
    until(`the money of run ${id} is settled`, async () => {
      await survey.work();
      const run = await load(id);
      return run.money_closed && run;
    });

  return {
    ...{ stage, survey, faults, refused, books, quiet, prepared, load, dispatch, move, over },
    billing: stage.billingFor(savanna),
    /** Parts that the carrier took. */
    taken: () => taken,
    close: () => stage.close(),
  };
}
