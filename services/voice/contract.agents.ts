import { z } from "zod";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { followBreakCall } from "../kit/contract.breaks";
import {
  AgentExtension,
  AgentState,
  BreakOption,
  BreakValue,
  Count,
  callerNeeds,
  DiallingNumber,
  Extension,
  supervisorNeeds,
  VoiceAgentStatus,
  voiceProducts,
} from "./contract.schemas";

const team = z.object({ account: z.string().max(64), group: z.string().max(64) });
const agentRow = z.object({ user_id: z.string(), name: z.string(), exten: z.string() });
const Changed = DoneAnswer.extend({ data: VoiceAgentStatus, pending: z.boolean() });

/** The agent's own phone: how it signs in at the PBX, whether it is rung, from which numbers it calls (spec 1 §7). */
export const agentCalls = {
  sso: {
    method: "GET",
    path: "/user/sso",
    summary: "The caller's extension with its password and the PBX where it signs in; 404 without an extension",
    needs: callerNeeds,
    delegated: false,
    answers: { 200: AgentExtension },
  },
  extensions: {
    method: "GET",
    path: "/voice/extensions",
    summary: "The caller's extensions; the first is used (R079)",
    needs: callerNeeds,
    delegated: false,
    answers: { 200: z.object({ data: z.array(Extension) }) },
  },
  breakOptions: {
    method: "GET",
    path: "/voice/agents/breaks",
    summary: "What an agent can do about being rung: login, logout, pause (one for each kind of break), unpause",
    needs: callerNeeds,
    answers: { 200: z.object({ data: z.array(BreakOption) }) },
  },
  agentStatus: {
    method: "GET",
    path: "/voice/agents/status",
    summary: "Whether the caller is logged in to the queue, and the break they are on",
    needs: callerNeeds,
    answers: { 200: z.object({ data: VoiceAgentStatus }) },
  },
  manageBreak: {
    method: "POST",
    path: "/voice/agents/breaks/manage",
    summary: "Log in or out, begin or end a break; a break asked for during a call begins when it ends (`pending`)",
    needs: callerNeeds,
    delegated: false,
    writes: true,
    body: z.strictObject({ actionId: id, action: BreakValue }),
    answers: { 201: Changed },
  },
  agentAction: {
    method: "POST",
    path: "/voice/agent/actions",
    summary: "Log in to the queue with an extension, or out of it (Q052)",
    needs: callerNeeds,
    delegated: false,
    writes: true,
    body: z.strictObject({ action: z.enum(["login", "logout"]), extension: z.string().trim().max(20).default("") }),
    answers: { 201: Changed },
  },
  voiceProducts: {
    method: "GET",
    path: "/voice/products/user",
    summary: "What the caller may do with the phone; nothing where the account has no number or they no permission",
    needs: { products: voiceProducts },
    answers: { 200: z.object({ data: z.array(z.object({ slug: z.string() })) }) },
  },
  phoneNumbers: {
    method: "GET",
    path: "/voice/phone-numbers",
    summary: "The account's numbers; those with the mode outbound can be dialled out with (R070)",
    needs: callerNeeds,
    answers: { 200: z.object({ data: z.array(DiallingNumber) }) },
  },
  followBreak: followBreakCall("/voice/inside/breaks"),
  loggedInAgents: {
    method: "GET",
    path: "/voice/agentloggedinstatus/{account}/{group}",
    summary: "Which agents of a team are logged in to the queue; group `all` is every team",
    needs: supervisorNeeds,
    params: team,
    answers: { 200: z.object({ data: z.array(agentRow.extend({ logged_in: z.boolean(), since: z.string() })) }) },
  },
  agentBreaks: {
    method: "GET",
    path: "/voice/agentBreakStatus/{account}/{group}",
    summary: "Which agents of a team are on a break, and on which; group `all` is every team",
    needs: supervisorNeeds,
    params: team,
    answers: {
      200: z.object({
        data: z.array(
          agentRow.extend({ on_break: z.boolean(), action_id: Count.nullable(), state: z.string(), since: z.string() }),
        ),
      }),
    },
  },
  colleagues: {
    method: "GET",
    path: "/voice/agents",
    summary: "Agents with an extension and whether they can be rung now: for a transfer",
    needs: callerNeeds,
    answers: {
      200: z.object({
        data: z.array(agentRow.extend({ state: AgentState, available: z.boolean(), since: z.string() })),
      }),
    },
  },
} as const satisfies Record<string, Call>;
