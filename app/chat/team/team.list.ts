import { z } from "zod";
import { statusWords } from "../../../rules/chat";
import type { Participant } from "../../../services/chat/contract.schemas";
import { paging } from "../../../services/kit/contract";
import { list } from "../../kit/list";
import { channelNames } from "../inbox/labels";

/** Everybody who may answer chats. */
export const team = list({
  file: "chat-team",
  search: z.object({ ...paging, q: z.string().max(100).catch("").default("") }),
  rows: (api, search) => api.chat.participants({ query: search }),
  columns: {
    Name: (agent: Participant) => agent.name,
    Email: (agent) => agent.email,
    Status: (agent) => statusWords[agent.status],
    "In this status since": (agent) => new Date(agent.status_since * 1000).toISOString(),
    Present: (agent) => (agent.present ? "Yes" : "No"),
    "Open conversations": (agent) => agent.conversations,
    "Given up to": (agent) => agent.active_conversations,
    "At most": (agent) => agent.max_conversation,
    Channels: (agent) => channelsOf(agent.channels),
  },
});

export function channelsOf(channels: Participant["channels"]): string {
  return channels.length === 0 ? "All" : channels.map((channel) => channelNames[channel]).join(", ");
}
