import { z } from "zod";
import { reportFilters } from "../../../services/chat/contract.reports";
import type { AgentLine, LabelLine, ReportLine, TeamLine } from "../../../services/chat/contract.statistics";
import { type Problem, paging } from "../../../services/kit/contract";
import type { Rows } from "../../kit/list";
import { list } from "../../kit/lists/definition";
import { channelNames } from "../inbox/labels";
import { timeColumns } from "./agent-days.list";
import { medianColumn, teamColumns } from "./label-and-team-columns";
import { figureColumns } from "./report-columns";

type OnePage<Row> = { status: 200; body: Rows<Row> } | { status: number; body: Problem };

/** A report of one page as the rows of a file. */
function onePage<Row>(data: Row[]): OnePage<Row> {
  const place = { total_capped: false, current_page: 1, last_page: 1, next: null, previous: null };
  return { status: 200, body: { data, total: data.length, per_page: 0, ...place } };
}

type Span = { start: string; end: string; chats: number; answered: number; ended: number };

/** Conversations over time. */
export const dashboardList = list({
  path: "/chat/reports/dashboard",
  file: "chat-report",
  noun: ["period", "periods"],
  search: z.object({ ...paging, ...reportFilters }),
  async rows({ api }, query): Promise<OnePage<Span>> {
    const answer = await api.chat.reportDashboard({ query });
    return answer.status === 200 ? onePage(answer.body.spans) : answer;
  },
  columns: () => [
    { name: "from", label: "From", value: (span: Span) => span.start },
    { name: "to", label: "To", value: (span) => span.end },
    { name: "chats", label: "Chats", value: (span) => span.chats },
    { name: "answered", label: "Answered", value: (span) => span.answered },
    { name: "ended", label: "Ended", value: (span) => span.ended },
  ],
  id: ({ start }) => start,
});

/** Conversations by agent, with their time online and on breaks. */
export const agentsList = list({
  path: "/chat/reports/agents",
  file: "chat-report-agents",
  noun: ["agent", "agents"],
  search: z.object({ ...paging, ...reportFilters }),
  async rows({ api }, query): Promise<OnePage<AgentLine>> {
    const answer = await api.chat.reportAgents({ query });
    return answer.status === 200 ? onePage(answer.body.data) : answer;
  },
  columns: () => [
    { name: "name", label: "Agent", value: (line: AgentLine) => line.name },
    ...figureColumns<AgentLine>([]),
    ...timeColumns(),
  ],
  id: ({ id }) => id,
});

/** Conversations by channel account. */
export const channelsList = list({
  path: "/chat/reports/channels",
  file: "chat-report-channels",
  noun: ["channel", "channels"],
  search: z.object({ ...paging, ...reportFilters }),
  async rows({ api }, query): Promise<OnePage<ReportLine>> {
    const answer = await api.chat.reportChannels({ query });
    return answer.status === 200 ? onePage(answer.body.data) : answer;
  },
  columns: () => [
    {
      name: "channel",
      label: "Channel",
      value: (line: ReportLine) => (line.channel ? channelNames[line.channel] : ""),
    },
    { name: "account", label: "Channel account", value: (line: ReportLine) => line.name },
    ...figureColumns<ReportLine>([]),
  ],
  id: ({ id }) => id,
});

/** Conversations by label. */
export const reportLabelsList = list({
  path: "/chat/reports/labels",
  file: "chat-report-labels",
  noun: ["label", "labels"],
  search: z.object({ ...paging, ...reportFilters }),
  async rows({ api }, query): Promise<OnePage<LabelLine>> {
    const answer = await api.chat.reportLabels({ query });
    return answer.status === 200 ? onePage(answer.body.data) : answer;
  },
  columns: () => [
    { name: "name", label: "Label", value: (line: LabelLine) => line.name },
    medianColumn(),
    ...figureColumns<LabelLine>([]),
  ],
  id: ({ id }) => id,
});

/** Conversations by the team that they were given to. */
export const reportTeamsList = list({
  path: "/chat/reports/teams",
  file: "chat-report-teams",
  noun: ["team", "teams"],
  search: z.object({ ...paging, ...reportFilters }),
  async rows({ api }, query): Promise<OnePage<TeamLine>> {
    const answer = await api.chat.reportTeams({ query });
    return answer.status === 200 ? onePage(answer.body.data) : answer;
  },
  columns: () => [
    { name: "name", label: "Team", value: (line: TeamLine) => line.name },
    ...teamColumns(),
    ...figureColumns<TeamLine>([]),
  ],
  id: ({ id }) => id,
});
