import { z } from "zod";
import { type Call, DoneAnswer, id, Problem, pageSchema, paging } from "../kit/contract";
import { Channel, Count, text } from "./contract.fields";
import { Contact } from "./contract.schemas";

const readers = {
  products: ["Chats"],
  permissions: ["View chat inbox", "Manage chat team", "Set whatsapp bot", "Create whatsapp message"],
} as const;
const leaders = { products: ["Chats"], permissions: ["Manage chat team", "Set whatsapp bot"] } as const;

/** A team (user group) of the account with what chat knows of it. */
export const ChatTeam = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Members who may answer chats. */
  agents: z.array(z.object({ participant_id: z.string(), name: z.string() })),
  /** Of these, online and there. */
  active: Count,
  /** Conversations that wait for it. */
  waiting: Count,
  /** Whose conversations may be given to it; empty: all. */
  channels: z.array(Channel),
  /** Minutes that a conversation waits while no member is there; then it is everyone's. */
  max_wait_minutes: Count,
});
export type ChatTeam = z.infer<typeof ChatTeam>;

/** An agent who may be put into a team, and the name of the team that they are in. */
const AgentChoice = z.object({ participant_id: z.string(), name: z.string(), email: z.string(), team: z.string() });

export const TeamForm = z.strictObject({
  name: text.pipe(z.string().min(1, "Give the team a name.").max(60, "At most 60 characters.")),
  /** Agents of chat, by participant id: exactly these of them are in it afterwards. */
  agents: z.array(z.string().max(40)).max(500).default([]),
  channels: z.array(Channel).default([]),
  max_wait_minutes: z.coerce
    .number({ error: "Enter a number of minutes." })
    .int("Enter a whole number of minutes.")
    .min(0, "At least 0.")
    .max(1_440, "At most 1,440 minutes, a day."),
});

/** The teams of the account as conversations are given to them. */
export const teamCalls = {
  teams: {
    method: "GET",
    path: "/teams",
    summary: "The teams of the account, with their agents and what waits for them",
    needs: readers,
    query: z.object({
      ...paging,
      q: z.string().trim().max(100).default("").catch(""),
      team_id: id.optional().catch(undefined),
      /** With everyone who may be put into a team. */
      choices: z.enum(["yes", "no"]).default("no").catch("no"),
    }),
    answers: { 200: pageSchema(ChatTeam).extend({ choices: z.array(AgentChoice) }) },
  },
  saveTeam: {
    method: "POST",
    path: "/teams",
    summary: "Make or change a team: its name, its agents, its channels and the maximum wait",
    needs: leaders,
    writes: true,
    body: TeamForm.extend({ id: id.optional() }),
    answers: { 201: DoneAnswer.extend({ id: Count }) },
  },
  giveToTeam: {
    method: "POST",
    path: "/inside/team",
    summary: "A service gives a conversation to a team: it waits for its members. Given twice is given once",
    internal: true,
    writes: true,
    body: z.strictObject({
      contact_id: id,
      team_id: id,
      /** For the agent who takes it; the customer does not see it. */
      note: text.pipe(z.string().max(2_000)).default(""),
    }),
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), contact: Contact }), 406: Problem },
  },
} satisfies { [name: string]: Call };
