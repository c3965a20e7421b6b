import { sql } from "kysely";
import { type FlowSurroundings, flowProblems } from "../../../rules/voice-flow-check";
import { recordActivity } from "../../kit/activities";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import { listNumbers } from "../agents/store";
import type { voice } from "../contract";
import type { FlowDetail, FlowLine } from "../contract.flows";
import { activityActor, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { type FlowRow, findFlows, listFlowAgents, listSounds, lockFlow, mustFindFlow } from "./store";

type Flows = "callFlows" | "addCallFlow" | "callFlow" | "updateCallFlow" | "switchCallFlow" | "removeCallFlow";

const mostFlows = 200;

/** The calls about call flows. */
export function flowHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, Flows> {
  const { read, write } = service;

  return {
    async callFlows(_, { account }) {
      const [flows, sounds] = await read(account, (trx) =>
        Promise.all([findFlows(trx, account), listSounds(trx, account)]),
      );
      return { status: 200, body: { data: flows.map(flowLine), sounds: sounds.length } };
    },

    async addCallFlow({ body }, context) {
      const id = await write(context, async (unit) => {
        const known = await findFlows(unit.trx, unit.account);
        if (known.length >= mostFlows) throw wrong("name", `An account has at most ${mostFlows} call flows.`);
        const made = await checkedRow(
          unit.trx,
          IdRow,
          sql`insert into voice.flows (customer_account, name, changed_at)
            values (${unit.account}, ${body.name}, ${unit.now}) returning id`,
        );
        if (!made) throw new Error("the flow was not written");
        await note(unit, "Call flow added", `${unit.by.name} added the call flow ${body.name}`, made.id);
        return made.id;
      });
      return { status: 201, body: { id } };
    },

    async callFlow({ params: { id } }, { account }) {
      const [calendars, skills] = await Promise.all([loadCalendars(service, account), loadSkills(service, account)]);
      const body = await read(account, async (trx): Promise<FlowDetail> => {
        const [flow, all, sounds, agents, numbers] = await Promise.all([
          mustFindFlow(trx, account, id),
          findFlows(trx, account),
          listSounds(trx, account),
          listFlowAgents(trx, account),
          listNumbers(trx, account),
        ]);
        const known = {
          sounds: sounds.map((one) => one.id),
          agents: agents.map((one) => one.id),
          skills: skills.map((one) => one.id),
        };
        const { steps: _, ...line } = flowLine(flow);
        return {
          ...line,
          draft: flow.draft,
          problems: flowProblems(flow.draft, { ...known, calendars: calendars.map((one) => one.id) }),
          choices: {
            ...{ calendars, agents, skills: skills.map(({ id: skill, name }) => ({ id: skill, name })) },
            sounds: sounds.map(({ id: sound, name, words }) => ({ id: sound, name, words })),
            numbers: numbers
              .filter(({ modes }) => modes.includes("inbound"))
              .map(({ id: number, phoneNumber }) => ({
                ...{ id: number, phoneNumber },
                flow: all.find((one) => one.numbers.some((own) => own.id === number))?.name ?? "",
              })),
          },
        };
      });
      return { status: 200, body };
    },

    async updateCallFlow({ params: { id }, body }, context) {
      await write(context, async (unit) => {
        const { trx, account, now } = unit;
        const { draft } = await lockFlow(unit, id);
        if (body.first !== 0 && !draft.steps.some((step) => step.id === body.first))
          throw wrong("first", "This step was removed. Choose another one.");
        await sql`update voice.flows set name = ${body.name}, draft = ${json({ ...draft, first: body.first })},
          changed_at = ${now} where customer_account = ${account} and id = ${id}`.execute(trx);
        await sql`update voice.numbers set flow_id = null
          where customer_account = ${account} and flow_id = ${id} and not id = any(${bigints(body.numbers)})`.execute(
          trx,
        );
        await sql`update voice.numbers set flow_id = ${id} where customer_account = ${account}
          and id = any(${bigints(body.numbers)}) and deleted_at is null and 'inbound' = any(modes)`.execute(trx);
        await note(unit, "Call flow changed", `${unit.by.name} changed the call flow ${body.name}`, id);
      });
      return done("Call flow saved");
    },

    async switchCallFlow({ params: { id }, body }, context) {
      const { account: own } = context;
      const [calendars, skills] = await Promise.all([loadCalendars(service, own), loadSkills(service, own)]);
      const name = await write(context, async (unit) => {
        const { trx, account, now } = unit;
        const flow = await lockFlow(unit, id);
        const [sounds, agents] = await Promise.all([listSounds(trx, account), listFlowAgents(trx, account)]);
        const [problem] = flowProblems(flow.draft, {
          sounds: sounds.map((one) => one.id),
          agents: agents.map((one) => one.id),
          calendars: calendars.map((one) => one.id),
          skills: skills.map((one) => one.id),
        } satisfies FlowSurroundings);
        if (body.on && problem) throw new HttpError(422, problem.message);
        await sql`update voice.flows set live = ${body.on ? sql`draft` : null}, live_at = ${now}, live_by = ${unit.by.name}
          where customer_account = ${account} and id = ${id}`.execute(trx);
        const action = body.on ? "Call flow switched on" : "Call flow switched off";
        await note(unit, action, `${unit.by.name} switched the call flow ${flow.name} ${body.on ? "on" : "off"}`, id);
        return flow.name;
      });
      return done(body.on ? `Calls follow ${name} as it is now.` : `Calls do not follow ${name} any more.`);
    },

    async removeCallFlow({ params: { id } }, context) {
      await write(context, async (unit) => {
        const { trx, account, now } = unit;
        const { name } = await lockFlow(unit, id);
        await sql`update voice.numbers set flow_id = null where customer_account = ${account} and flow_id = ${id}`.execute(
          trx,
        );
        await sql`update voice.flows set deleted_at = ${now}, live = null
          where customer_account = ${account} and id = ${id}`.execute(trx);
        await note(unit, "Call flow removed", `${unit.by.name} removed the call flow ${name}`, id);
      });
      return done("Call flow removed");
    },
  };
}

/** The account's skills, and who has them. @throws HttpError 503 */
async function loadSkills({ deps }: VoiceContext, account: string) {
  const answer = await deps.clientsOfAccount(account).identity.skills({});
  if (answer.status !== 200) throw new HttpError(503, "The skills can't be read now. Try again in a moment.");
  return answer.body.data;
}

/** The account's business hours, and whether each is open now. @throws HttpError 503 */
export async function loadCalendars({ deps, now }: VoiceContext, account: string, at: Date = now()) {
  const { ticketing } = deps.clientsOfAccount(account);
  const answer = await ticketing.openHours({ query: { at: at.toISOString() } });
  if (answer.status !== 200) throw new HttpError(503, "The business hours can't be read now. Try again in a moment.");
  return answer.body.data;
}

function flowLine({ id, name, draft, live, numbers }: FlowRow): FlowLine {
  const changed = live !== null && JSON.stringify(live) !== JSON.stringify(draft);
  return { id, name, live: live !== null, changed, steps: draft.steps.length, numbers };
}

type FlowAction =
  | "Call flow added"
  | "Call flow changed"
  | "Call flow switched on"
  | "Call flow switched off"
  | "Call flow removed";

function note(unit: VoiceUnitOfWork, action: FlowAction, description: string, id: number): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    ...{ action, description, subject: "call flow", subject_id: String(id) },
  });
}

function done(message: string) {
  return { status: 201 as const, body: { status: 201, message } };
}

function wrong(field: string, message: string): HttpError {
  return new HttpError(422, message, { [field]: [message] });
}
