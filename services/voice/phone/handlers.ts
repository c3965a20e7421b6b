import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import { checkedRows, UserIdRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import { listAgents } from "../agents/availability";
import { openPassword } from "../agents/secret";
import { followBreak } from "../agents/shared-breaks";
import {
  hasOpenCall,
  listBreakOptions,
  listExtensions,
  listNumbers,
  loadStatus,
  lockAgent,
  mustFindOption,
  setAgentState,
} from "../agents/store";
import { endLostCalls } from "../calls/lost";
import type { voice } from "../contract";
import type { agentCalls } from "../contract.agents";
import type { VoiceContext, VoiceUnitOfWork } from "../workspace/context";

type Who = CallContext["who"];

const BreakRow = z.object({ user_id: z.string(), break_id: z.number().nullable(), break_label: z.string() });

/** The calls of agents about their own phone, and who is logged in. */
export function agentHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, keyof typeof agentCalls> {
  const { read, write, deps, now } = service;

  const changed = (context: CallContext, work: (unit: VoiceUnitOfWork) => Promise<boolean>) =>
    write(context, async (unit) => {
      const pending = await work(unit);
      const data = await loadStatus(unit.trx, unit.account, context.who.id, unit.now);
      const message = pending ? "Your break begins when the call ends." : "Status updated successfully!";
      return { status: 201 as const, body: { status: 201, message, data, pending } };
    });

  const agents = async (account: string, team: string) => {
    const found = await read(account, (trx) => listAgents(trx, account, now()));
    if (team === "all") return found;
    const groups = await read(account, (trx) => listOfTeam(trx, account, team));
    return found.filter(({ user_id }) => groups.some((one) => one.user_id === user_id));
  };

  return {
    async sso(_, { account, who }) {
      const [own] = await read(account, (trx) => listExtensions(trx, account, who.id));
      if (!own) throw new HttpError(404, noExtension);
      const { wssUrl, stunServers } = deps.pbx;
      if (!wssUrl) throw new HttpError(404, "Calls are not set up here: no PBX is connected.");
      const password = openPassword(deps.secret, account, own.exten, own.secret);
      const stun = JSON.stringify(stunServers.map((urls) => ({ urls })));
      const pbx_server = { wss_url: wssUrl, stun_servers: stun };
      return { status: 200, body: { exten: own.exten, password, name: own.name, pbx_server } };
    },

    async extensions(_, { account, who }) {
      const own = await read(account, (trx) => listExtensions(trx, account, who.id));
      return { status: 200, body: { data: own.map(({ id, exten, name }) => ({ id, exten, name })) } };
    },

    async breakOptions(_, { account }) {
      return { status: 200, body: { data: await read(account, (trx) => listBreakOptions(trx, account)) } };
    },

    async agentStatus(_, { account, who }) {
      return { status: 200, body: { data: await read(account, (trx) => loadStatus(trx, account, who.id, now())) } };
    },

    async manageBreak({ body: { action, actionId } }, context) {
      const { who } = context;
      return changed(context, async (unit) => {
        if (action === "login") await logIn(unit, who, "");
        else if (action === "logout") await logOut(unit, who);
        else if (action === "unpause") await endBreak(unit, who, actionId);
        else return pause(unit, who, actionId);
        return false;
      });
    },

    async followBreak({ body }, context) {
      return { status: 200, body: { followed: await write(context, (unit) => followBreak(unit, body)) } };
    },

    async agentAction({ body: { action, extension } }, context) {
      return changed(context, async (unit) => {
        await (action === "login" ? logIn(unit, context.who, extension) : logOut(unit, context.who));
        return false;
      });
    },

    async voiceProducts(_, { account, who }) {
      const numbers = await read(account, (trx) => listNumbers(trx, account));
      const may = (permission: "Make outbound calls" | "Receive inbound calls") =>
        missing(who, { permissions: [permission] }) === undefined;
      const inbound = numbers.some(({ modes }) => modes.includes("inbound")) && may("Receive inbound calls");
      const outbound = numbers.some(({ modes }) => modes.includes("outbound")) && may("Make outbound calls");
      const slugs = [...(inbound ? ["inbound-calls"] : []), ...(outbound ? ["outbound-calls"] : [])];
      // Whoever watches the call centre needs its pages without a phone of their own.
      const all = slugs.length === 0 && numbers.length > 0 ? ["call-center"] : slugs;
      return { status: 200, body: { data: all.map((slug) => ({ slug })) } };
    },

    async phoneNumbers(_, { account }) {
      return { status: 200, body: { data: await read(account, (trx) => listNumbers(trx, account)) } };
    },

    async loggedInAgents({ params }, { account }) {
      if (params.account !== account && params.account !== "own") return { status: 200, body: { data: [] } };
      const data = (await agents(account, params.group)).map(({ user_id, name, exten, state, since }) => ({
        ...{ user_id, name, exten, logged_in: state !== "logged_out", since: since.toISOString() },
      }));
      return { status: 200, body: { data } };
    },

    async agentBreaks({ params }, { account }) {
      if (params.account !== account && params.account !== "own") return { status: 200, body: { data: [] } };
      const labels = await read(account, (trx) =>
        checkedRows(
          trx,
          BreakRow,
          sql`select user_id, break_id, break_label from voice.agents where customer_account = ${account}`,
        ),
      );
      const data = (await agents(account, params.group)).map(({ user_id, name, exten, state, since }) => {
        const on_break = state === "on_break";
        const label = labels.find((one) => one.user_id === user_id);
        return {
          ...{ user_id, name, exten, on_break, since: since.toISOString() },
          action_id: on_break ? (label?.break_id ?? null) : null,
          state: on_break ? (label?.break_label ?? "") : "",
        };
      });
      return { status: 200, body: { data } };
    },

    async colleagues(_, { account }) {
      const found = await read(account, (trx) => listAgents(trx, account, now()));
      return { status: 200, body: { data: found.map((one) => ({ ...one, since: one.since.toISOString() })) } };
    },
  };
}

function listOfTeam(trx: Trx, account: string, team: string) {
  return checkedRows(
    trx,
    UserIdRow,
    sql`select user_id from voice.agents where customer_account = ${account} and user_group = ${team}`,
  );
}

/** @throws HttpError 422 */
async function logIn(unit: VoiceUnitOfWork, who: Who, extension: string): Promise<void> {
  const agent = await lockAgent(unit, who);
  const own = await listExtensions(unit.trx, unit.account, who.id);
  const chosen = extension === "" ? own[0] : own.find(({ exten }) => exten === extension);
  if (!chosen) throw new HttpError(422, noExtension, { extension: [noExtension] });
  // Whoever logs in has no call that this program knows of: the page that had it is gone.
  await endLostCalls(unit, { user: who.id, quietSeconds: 60 });
  if (agent.state === "logged_out") await setAgentState(unit, agent, { state: "logged_in", exten: chosen.exten });
}

async function logOut(unit: VoiceUnitOfWork, who: Who): Promise<void> {
  const agent = await lockAgent(unit, who);
  if (agent.state !== "logged_out") await setAgentState(unit, agent, { state: "logged_out" });
}

async function pause(unit: VoiceUnitOfWork, who: Who, actionId: number): Promise<boolean> {
  const agent = await lockAgent(unit, who);
  const option = await mustFindOption(unit.trx, unit.account, actionId, "pause");
  if (agent.state === "logged_out") throw new HttpError(409, "Log in to the queue first.");
  if (agent.state === "on_break") throw new HttpError(409, "You are on a break already. End it first.");
  if (!(await hasOpenCall(unit.trx, unit.account, who.id))) {
    await setAgentState(unit, agent, { state: "on_break", option });
    return false;
  }
  await sql`update voice.agents set pending_break = ${option.id}
    where customer_account = ${unit.account} and user_id = ${who.id}`.execute(unit.trx);
  return true;
}

async function endBreak(unit: VoiceUnitOfWork, who: Who, actionId: number): Promise<void> {
  const agent = await lockAgent(unit, who);
  if (agent.state === "logged_in" && agent.pending_break === actionId) {
    await sql`update voice.agents set pending_break = null
      where customer_account = ${unit.account} and user_id = ${who.id}`.execute(unit.trx);
    return;
  }
  if (agent.state !== "on_break" || agent.break_id !== actionId)
    throw new HttpError(409, "This break has ended already.");
  await setAgentState(unit, agent, { state: "logged_in" });
}

const noExtension = "You have no extension yet. Ask a supervisor for one.";
