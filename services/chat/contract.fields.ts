import { z } from "zod";
import { channelNames } from "../../rules/channels";
import { chatPriorities } from "../../rules/chat-priority";
import { storable } from "../../rules/storable";
import type { Needs } from "../kit/contract";

/** Text that PostgreSQL can hold, without blanks around it. */
export const text = z.string().overwrite((given) => storable(given).trim());

export const Count = z.number().int();
/** Seconds since 1970, as every time of chat data (R092). */
export const Seconds = z.number().int();

export const Channel = z.enum(channelNames);
export type Channel = z.infer<typeof Channel>;

/** Spec 1 §4: what an agent may be. Only `online` is given chats (R088). */
export const agentStatuses = [
  "online",
  "offline",
  "bio_break",
  "lunch",
  "short_break",
  "coaching",
  "training",
] as const;
export const AgentStatus = z.enum(agentStatuses);
export type AgentStatus = z.infer<typeof AgentStatus>;

const someId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined);

/** What a list of conversations may be narrowed by. */
export const contactFilters = {
  channel: Channel.optional().catch(undefined),
  inbox_id: someId,
  label_id: someId,
  team_id: someId,
  priority: z.enum(chatPriorities).optional().catch(undefined),
} as const;

export const authors = ["customer", "agent", "bot", "system"] as const;
export const messageTypes = ["text", "file", "note", "event", "form", "unsupported"] as const;
export const messageStatuses = ["received", "queued", "sent", "delivered", "read", "failed"] as const;
export type MessageStatus = (typeof messageStatuses)[number];
/** A file that the network still has: it is on its way, it could not be fetched, or it is not kept here. */
export const fileStatuses = ["fetching", "failed", "refused"] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** Every reply carries 32 random characters (R092): the same ones twice are one message. */
export const requestId = z.string().regex(/^[A-Za-z0-9]{32}$/, "The request id is 32 letters and digits.");

export const inboxNeeds = { products: ["Chats"], permissions: ["View chat inbox"] } as const satisfies Needs;
export const teamNeeds = { products: ["Chats"], permissions: ["Manage chat team"] } as const satisfies Needs;
export const settingsNeeds = { products: ["Chats"], permissions: ["Manage chat settings"] } as const satisfies Needs;
export const channelsNeeds = { products: ["Chats"], permissions: ["Manage chat channels"] } as const satisfies Needs;
export const reportsNeeds = {
  products: ["Chats"],
  permissions: ["View chat reports", "Can view chat reports"],
} as const satisfies Needs;
/** Whoever answers, leads the team or sets things up may know who is there. */
export const presenceNeeds = {
  products: ["Chats"],
  permissions: ["View chat inbox", "Manage chat team", "Manage chat settings", "Manage chat channels"],
} as const satisfies Needs;

/** A message template with the values of its variables, as its network takes it. */
export const ChannelTemplate = z.strictObject({
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(20),
  components: z.array(z.looseObject({ type: z.string() })).max(20),
});
export type ChannelTemplate = z.infer<typeof ChannelTemplate>;
