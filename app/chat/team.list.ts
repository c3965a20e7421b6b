import { z } from "zod";
import { statusWords } from "../../rules/chat";
import type { Participant } from "../../services/chat/contract.shapes";
import { list } from "../kit/list";
import { channelNames } from "./words";

/** Everybody who may answer chats. They come all at once: a desk has tens of people, not thousands. */
export const team = list({
  file: "chat-team",
  search: z.object({ q: z.string().max(100).catch("").default("") }),
  rows: async (ask, { q }) => {
    const answer = await ask.chat.participants({ query: { q } });
    if (answer.status !== 200) return answer;
    const { data } = answer.body;
    const total = data.length;
    const page = { total, total_capped: false, current_page: 1, last_page: 1, per_page: Math.max(1, total) };
    return { status: 200 as const, body: { data, ...page, next: null, previous: null } };
  },
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
