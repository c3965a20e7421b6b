/** What an agent may be (spec 1 §4); the words people read. Offline when nothing is stored (R090). */
export const statusWords = {
  online: "Online",
  offline: "Offline",
  bio_break: "Bio break",
  lunch: "Lunch",
  short_break: "Short break",
  coaching: "Coaching",
  training: "Training",
} as const;
export type AgentStatus = keyof typeof statusWords;

/** The notice of every status change, to the letter (R089). */
export const statusUpdated = "Status updated successfully!";

/** Minutes that a pause is meant to last; what has no entry has no end of its own. */
export const plannedMinutes: Partial<Record<AgentStatus, number>> = {
  bio_break: 10,
  lunch: 30,
  short_break: 15,
  coaching: 60,
  training: 120,
};

/** Seconds after the last heartbeat at which presence ends (statement M27). */
export const presenceSeconds = 90;

/** @param seen the last heartbeat, @param now both in seconds */
export function isPresent(seen: number | null, now: number): boolean {
  return seen !== null && now - seen < presenceSeconds;
}

/** Minutes of a customer's silence from which their conversation takes up nobody's time. */
export const idleMinutes = 10;

/** Open, answered, and the customer has been silent since: it takes no slot until they write again. */
export function isIdle({ opened, idle_time }: { opened: boolean; idle_time: number }): boolean {
  return opened && idle_time >= idleMinutes;
}

/**
 * An agent's share of the rules: `limit` is the account's or their own active_conversations, null without one; `idle`
 * of their conversations don't count towards it, but towards `most`, the one that is never passed.
 */
export type AgentLoad = {
  status: AgentStatus;
  conversations: number;
  limit: number | null;
  idle?: number;
  most?: number;
};
type Effects = { engaged: boolean; shouldAssign: boolean; conversations: number };

/** Conversations that want something of them. */
function busyWith({ conversations, idle = 0 }: AgentLoad): number {
  return Math.max(0, conversations - idle);
}

/** Whether a chat may be given to them by itself: online and under the limit (R086, R088). */
export function assignable(agent: AgentLoad): boolean {
  const { status, conversations, limit, most } = agent;
  if (most !== undefined && conversations >= most) return false;
  return status === "online" && (limit === null || busyWith(agent) < limit);
}

/** Start: "agent engaged; agent conversations +1" (spec 2 §4). */
export function afterStart(agent: AgentLoad): Effects {
  const conversations = agent.conversations + 1;
  return { engaged: true, conversations, shouldAssign: assignable({ ...agent, conversations }) };
}

/**
 * End: "conversations -1 (not below 0); engaged true only if still above 0; shouldAssign true when no routing limit
 * exists or the count is under the allowed active conversations" (spec 2 §4, R086), and only who is online (R088).
 */
export function afterEnd(agent: AgentLoad): Effects {
  const conversations = Math.max(0, agent.conversations - 1);
  return { engaged: conversations > 0, conversations, shouldAssign: assignable({ ...agent, conversations }) };
}

/** A new status: online is "shouldAssign true; engaged false", every other "engaged true; shouldAssign false" (R088). */
export function afterStatus(status: AgentStatus): Pick<Effects, "engaged" | "shouldAssign"> {
  return { engaged: status !== "online", shouldAssign: status === "online" };
}

/**
 * Busy with chats right now. The stored `engaged` is what the documented writes make of it: true on every break, and
 * false for who comes online with chats open; figures about work in chats go by this one.
 */
export function inChats({ conversations }: Pick<AgentLoad, "conversations">): boolean {
  return conversations > 0;
}

/** The contact's fields when an agent starts (spec 2 §4), times in the caller's own kind. */
export function startedFields<Time>(agent: { id: string; name: string }, at: Time) {
  return {
    response_by: agent.name,
    participant_id: agent.id,
    started: at,
    assigned: at,
    opened: true,
    ended: false,
  } as const;
}

/** The contact's fields when it ends (spec 2 §4). */
export const endedFields = { ended: true, opened: false, postchat: false, idle_time: 0 } as const;

/** Who may be given chats: what the router knows of an agent. `given`: when they last got one, 0 for never. */
export type Candidate = AgentLoad & {
  id: string;
  present: boolean;
  channels: readonly string[];
  given: number;
  team?: number;
  skills?: readonly number[];
};
/** `preferred_agent`: the agent it is kept for; `avoided`: the one who gave it back. A team's goes to its members alone. */
export type WaitingConversation = {
  id: number;
  channel: string;
  preferred_agent: string | null;
  avoided?: string | null;
  /** The team that it waits for; without: for everyone. */
  team?: number | null;
  /** The skill that whoever is given it must have, for as long as it waits for one. */
  skill?: number | null;
};

/** Statement M26: the router refuses above the limit whatever `shouldAssign` says. */
function mayTake(agent: Candidate, chat: WaitingConversation): boolean {
  if (agent.id === chat.avoided) return false;
  if (typeof chat.team === "number" && agent.team !== chat.team) return false;
  if (typeof chat.skill === "number" && !agent.skills?.includes(chat.skill)) return false;
  return agent.present && assignable(agent) && (agent.channels.length === 0 || agent.channels.includes(chat.channel));
}

/** Who gets a chat: the one it is kept for (M28), else the least busy, and of those whose last chat is longest ago. */
export function agentFor(chat: WaitingConversation, agents: readonly Candidate[]): Candidate | undefined {
  const able = agents.filter((agent) => mayTake(agent, chat));
  const preferred = able.find(({ id }) => id === chat.preferred_agent);
  if (preferred) return preferred;
  return able.sort((a, b) => busyWith(a) - busyWith(b) || a.given - b.given || a.id.localeCompare(b.id, "en"))[0];
}

/** Gives out what waits, the oldest first, until nobody can take more (M23, M24). `waiting` is in the queue's order. */
export function distribute(
  waiting: readonly WaitingConversation[],
  agents: readonly Candidate[],
  now: number,
): { chat: number; agent: string }[] {
  let free = agents.map((agent) => ({ ...agent }));
  const shares: { chat: number; agent: string }[] = [];
  for (const chat of waiting) {
    free = free.filter((agent) => agent.present && assignable(agent));
    if (free.length === 0) break;
    const agent = agentFor(chat, free);
    if (!agent) continue;
    agent.conversations += 1;
    agent.given = now + shares.length / 1_000_000;
    shares.push({ chat: chat.id, agent: agent.id });
  }
  return shares;
}

/**
 * Whether a conversation that waits for a team is everyone's from now on: no member is there, and it has waited as long
 * as the team's maximum wait says. @param waited seconds, @param most minutes
 */
export function opensToEveryone(waited: number, most: number, activeMembers: number): boolean {
  return activeMembers === 0 && waited >= most * 60;
}

/**
 * Seconds until the chat at `position` (from 1) may be taken: as many turns as agents need to get to it, each as long
 * as a chat lately lasted, shared by the chats one agent has at once. Null when nobody is there to take it.
 */
export function expectedWait(position: number, slots: number, chatSeconds: number): number | null {
  if (slots <= 0) return null;
  return Math.max(30, Math.round((position * chatSeconds) / slots / 30) * 30);
}

const steps = ["queued", "sent", "delivered", "read"];

/**
 * A message's status when news of it comes: never back (statement M8). What arrived can't fail any more, and only an
 * explicit retry leaves `failed`. `received` is the customer's own and stays.
 */
export function statusAfter<S extends string>(now: S, news: S): S {
  if (now === "received" || now === "failed" || news === "received") return now;
  if (news === "failed") return now === "queued" || now === "sent" ? news : now;
  return steps.indexOf(news) > steps.indexOf(now) ? news : now;
}
