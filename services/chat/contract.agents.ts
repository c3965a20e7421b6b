import { z } from "zod";
import { type Call, DoneAnswer, day, id, Problem, pageSchema, paging } from "../kit/contract";
import { AgentStatus, Channel, Count, presenceNeeds, Seconds, settingsNeeds, teamNeeds } from "./contract.fields";
import { Break, Contact, Participant } from "./contract.schemas";
import { InboxSkills } from "./contract.skills";

/** A local stretch of a day, "08:00" to "17:30" or "24:00" (rules/business-time). */
const Stretch = z.object({ from: z.string().regex(/^\d\d:\d\d$/), to: z.string().regex(/^\d\d:\d\d$/) });
const minutes = (most: number) => z.coerce.number().int().min(1).max(most).nullable();

export const Routing = z.object({
  /** Chats are given to agents by themselves; else each is taken by hand. */
  automatic: z.boolean(),
  /** How many an agent may take at most, by hand (Q071). */
  max_conversation: z.coerce.number().int().min(1).max(100),
  /** Up to how many chats are given to an agent automatically. */
  active_conversations: z.coerce.number().int().min(1).max(100),
  warn_minutes: minutes(1_440),
  end_minutes: minutes(10_080),
  /** After so many minutes in the queue a customer is told once that they need not stay; null: never. */
  wait_minutes: minutes(1_440).default(null),
  /** Minutes that a conversation waits for a skill; then anyone may be given it; null: for as long as it waits. */
  skill_minutes: minutes(1_440).default(5),
  grace_seconds: z.coerce.number().int().min(0).max(3_600),
  /** Monday first; null: always open. */
  week: z.array(z.array(Stretch).max(6)).length(7).nullable(),
  time_zone: z.string().max(64),
});
export type Routing = z.infer<typeof Routing>;

/** Agents, their breaks, and how chats are given to them. */
export const agentCalls = {
  agents: {
    delegated: true,
    method: "GET",
    path: "/agents/{customer_account}/{user_group}",
    summary: "The chat agents of an account and team (R045); team `all` is every team",
    params: z.object({ customer_account: z.string().max(64), user_group: z.string().max(64) }),
    answers: {
      200: z.object({
        data: z.array(
          z.object({ id: z.string(), customer_account: z.string(), user_group: z.string(), email: z.string() }),
        ),
      }),
    },
  },
  me: {
    method: "GET",
    path: "/participants/me",
    summary: "The caller as an agent; offline when nothing is stored (R090)",
    needs: presenceNeeds,
    /** Every event up to `cursor` is in it. */
    answers: { 200: Participant.extend({ cursor: Count }) },
  },
  setStatus: {
    method: "POST",
    path: "/participants/status",
    summary: "Change one's status; writes the break record (R088, R089)",
    needs: { products: ["Chats"], permissions: ["View chat inbox"] },
    writes: true,
    body: z.strictObject({ status: AgentStatus }),
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), participant: Participant }) },
  },
  heartbeat: {
    method: "POST",
    path: "/participants/heartbeat",
    summary: "A tab of the caller is there; presence ends 90 s after the last",
    needs: { products: ["Chats"], permissions: ["View chat inbox"] },
    writes: true,
    answers: { 201: z.object({ status: z.literal(201), participant: Participant }) },
  },
  participants: {
    method: "GET",
    path: "/participants",
    summary: "Those who may answer chats, with status, limits and open chats, by name, a page at a time",
    needs: presenceNeeds,
    query: z.object({
      ...paging,
      participant_id: z.string().max(64).optional().catch(undefined),
      email: z.string().max(254).optional().catch(undefined),
      q: z.string().trim().max(100).default("").catch(""),
    }),
    answers: {
      200: pageSchema(Participant).extend({ waiting: Count, longest_wait: Seconds.nullable(), at: Seconds }),
    },
  },
  saveParticipant: {
    method: "PUT",
    path: "/participants/{participant_id}",
    summary: "An agent's own limits and channels, or their status set by a supervisor",
    needs: teamNeeds,
    writes: true,
    params: z.object({ participant_id: z.string().max(40) }),
    body: z.strictObject({
      max_conversation: z.coerce.number().int().min(0).max(100).nullable().optional(),
      active_conversations: z.coerce.number().int().min(0).max(100).nullable().optional(),
      channels: z.array(Channel).optional(),
      status: AgentStatus.optional(),
    }),
    answers: { 201: z.object({ status: z.literal(201), participant: Participant }), 406: Problem },
  },
  requeueOf: {
    method: "POST",
    path: "/participants/{participant_id}/requeue",
    summary: "Put an agent's open chats back into the queue",
    needs: teamNeeds,
    writes: true,
    params: z.object({ participant_id: z.string().max(40) }),
    answers: { 201: DoneAnswer.extend({ moved: Count }) },
  },
  wall: {
    method: "GET",
    path: "/participants/wall",
    summary: "The supervisor's wall: who is what for how long, and what waits",
    needs: teamNeeds,
    answers: {
      200: z.object({
        agents: z.array(Participant.extend({ open: z.array(Contact) })),
        /** `max_wait`: minutes after which it waits too long; null: never. */
        waiting: z.array(Contact.extend({ max_wait: z.number().int().nullable() })),
        at: Seconds,
      }),
    },
  },
  breaks: {
    method: "GET",
    path: "/breaks",
    summary: "Break records, newest first",
    needs: { products: ["Chats"], permissions: ["Manage chat team", "View chat reports", "Can view chat reports"] },
    query: z.object({
      ...paging,
      participant_id: z.string().max(40).optional().catch(undefined),
      from: day,
      to: day,
    }),
    answers: { 200: pageSchema(Break) },
  },
  routing: {
    method: "GET",
    path: "/routing",
    summary: "The account's routing settings",
    needs: presenceNeeds,
    answers: { 200: Routing },
  },
  saveRouting: {
    method: "PUT",
    path: "/routing",
    summary: "Change the routing settings; the queue is drained by the new ones at once",
    needs: settingsNeeds,
    writes: true,
    body: Routing.extend({ inbox_skills: InboxSkills }).strict(),
    answers: { 201: z.object({ status: z.literal(201), routing: Routing }) },
  },
  saveDispositionType: {
    method: "POST",
    path: "/disposition-types",
    summary: "Make or rename a disposition with its items",
    needs: settingsNeeds,
    writes: true,
    body: z.strictObject({
      id: id.optional(),
      name: z.string().trim().min(1, "Give it a name.").max(100),
      items: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
    }),
    answers: { 201: DoneAnswer },
  },
  removeDispositionType: {
    method: "DELETE",
    path: "/disposition-types/{id}",
    summary: "Take a disposition from the list; conversations that have it keep its name",
    needs: settingsNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
} satisfies { [name: string]: Call };
