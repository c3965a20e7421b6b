import { z } from "zod";
import { statusWords } from "../../rules/chat";
import type { Participant } from "../../services/chat/contract.schemas";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { Avatar } from "../kit/ui/avatar";
import { RowLink } from "../kit/ui/table";
import { AgentState } from "./inbox/agent-status";
import { channelNames } from "./inbox/labels";

function channelList({ channels }: Participant): string {
  return channels.length === 0 ? "All" : channels.map((channel) => channelNames[channel]).join(", ");
}

/** Everybody who may answer chats. */
export const team = list({
  path: "/chat/team",
  file: "chat-team",
  noun: ["agent", "agents"],
  search: z.object({ ...paging, q: z.string().max(100).catch("").default("") }),
  find: "Name or email",
  rows: ({ api }, search) => api.chat.participants({ query: search }),
  columns: ({ now }) => [
    {
      ...{ name: "name", label: "Name", mobileOrder: 1, fixed: true },
      value: (agent: Participant) => agent.name,
      cell: ({ name, participant_id }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={name} />
          <RowLink to={href("/chat/team/:id", { id: participant_id })}>{name}</RowLink>
        </span>
      ),
    },
    {
      ...{ name: "status", label: "Status", mobileOrder: 2 },
      value: ({ status }) => statusWords[status],
      cell: (agent) => <AgentState agent={agent} now={Math.floor(now / 1000)} />,
    },
    {
      ...{ name: "open", label: "Open chats", heading: "Open conversations", align: "right" },
      ...{ mobileOrder: 3, cardUnit: "open" },
      value: ({ conversations }) => conversations,
      cell: ({ conversations, idle, active_conversations }) =>
        `${conversations} of ${active_conversations}${idle > 0 ? `, ${idle} idle` : ""}`,
    },
    { name: "most", label: "At most", align: "right", hideOnSmall: true, value: (agent) => agent.max_conversation },
    { name: "channels", label: "Channels", mobileOrder: 4, value: channelList },
    { name: "email", label: "Email", wide: true, muted: true, hideOnSmall: true, value: ({ email }) => email },
    {
      ...{ name: "since", label: "In this status since", extra: true },
      value: (agent) => new Date(agent.status_since * 1000).toISOString(),
    },
    { name: "present", label: "Present", extra: true, value: ({ present }) => (present ? "Yes" : "No") },
    { name: "limit", label: "Given up to", extra: true, value: (agent) => agent.active_conversations },
  ],
  id: (agent) => agent.participant_id,
});
