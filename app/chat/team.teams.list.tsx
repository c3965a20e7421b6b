import { z } from "zod";
import type { ChatTeam } from "../../services/chat/contract.teams";
import { paging } from "../../services/kit/contract";
import { mayOpen } from "../access";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";
import { routeFor } from "../sitemap";
import { channelNames } from "./inbox/labels";

const agentNames = ({ agents }: ChatTeam) => agents.map(({ name }) => name).join(", ");
const channelList = ({ channels }: ChatTeam) =>
  channels.length === 0 ? "All" : channels.map((channel) => channelNames[channel]).join(", ");

/** The teams that conversations are given to. */
export const teams = list({
  path: "/chat/team/teams",
  file: "chat-teams",
  noun: ["team", "teams"],
  search: z.object({ ...paging, q: z.string().max(100).catch("").default("") }),
  find: "Name",
  facts: async ({ viewer }) => ({
    mayChange: mayOpen(viewer, routeFor("/chat/team/teams/:id")),
    mayAnswer: mayOpen(viewer, routeFor("/chat/inbox")),
  }),
  rows: ({ api }, query) => api.chat.teams({ query }),
  columns: ({ mayChange, mayAnswer }) => [
    {
      ...{ name: "name", label: "Team", mobileOrder: 1, fixed: true },
      value: (team: ChatTeam) => team.name,
      cell: ({ id, name }) =>
        mayChange ? <RowLink to={href("/chat/team/teams/:id", { id })}>{name}</RowLink> : <b>{name}</b>,
    },
    {
      ...{ name: "waiting", label: "Waiting", align: "right", alignEnd: true, mobileOrder: 2, cardUnit: "waiting" },
      value: ({ waiting }) => waiting,
      cell: ({ id, waiting }) =>
        mayAnswer && waiting > 0 ? (
          <RowLink to={href("/chat/inbox", undefined, { view: "waiting", team: id })}>{waiting}</RowLink>
        ) : (
          String(waiting)
        ),
    },
    {
      ...{ name: "active", label: "Online", align: "right", mobileOrder: 3, cardLabel: "Online" },
      value: ({ active }) => active,
      cell: ({ active, agents }) => `${active} of ${agents.length}`,
    },
    { name: "agents", label: "Agents", wide: true, mobileOrder: 4, value: agentNames },
    { name: "channels", label: "Channels", hideOnSmall: true, value: channelList },
    {
      ...{ name: "wait", label: "Maximum wait", align: "right", hideOnSmall: true, heading: "Maximum wait, minutes" },
      value: (team) => team.max_wait_minutes,
      cell: (team) => `${team.max_wait_minutes} min`,
    },
  ],
  id: (team) => String(team.id),
});
