import { z } from "zod";
import { reportFilters } from "../../../services/chat/contract.reports";
import type { AgentDay } from "../../../services/chat/contract.statistics";
import { paging } from "../../../services/kit/contract";
import { list } from "../../kit/lists/definition";
import type { ReportColumn } from "./report-columns";
import { dayWords, figure, took } from "./report-labels";

/** What is known of an agent's time, with the headings of files. */
const times = {
  online: { label: "Online", heading: "Online, seconds" },
  bio_break: { label: "Bio break", heading: "Bio break, seconds" },
  lunch: { label: "Lunch", heading: "Lunch, seconds" },
  short_break: { label: "Short break", heading: "Short break, seconds" },
  coaching: { label: "Coaching", heading: "Coaching, seconds" },
  training: { label: "Training", heading: "Training, seconds" },
  breaks: { label: "Breaks", heading: "Breaks" },
  planned: { label: "Planned", heading: "Breaks planned, seconds" },
  used: { label: "Used", heading: "Breaks used, seconds" },
  over: { label: "Beyond", heading: "Breaks over the limit, seconds" },
} as const satisfies { [name in keyof AgentDay["time"]]: { label: string; heading: string } };

const onCards: {
  [name in keyof AgentDay["time"]]?: Pick<ReportColumn<never>, "alignEnd" | "mobileOrder" | "cardUnit" | "cardLabel">;
} = {
  online: { alignEnd: true, mobileOrder: 1, cardUnit: "online" },
  used: { cardLabel: "Breaks", mobileOrder: 3 },
  over: { cardLabel: "Beyond", mobileOrder: 4 },
};

/** The columns of the time online and on breaks. */
export function timeColumns(): ReportColumn<Pick<AgentDay, "time">>[] {
  return Object.entries(times).map(([key, { label, heading }]) => {
    const name = key as keyof typeof times;
    return {
      ...{ name, label, heading, align: "right" },
      value: ({ time }) => time[name],
      cell: ({ time }) => (name === "breaks" ? figure(time.breaks) : took(time[name])),
      ...(onCards[name] ?? { hideOnSmall: true }),
    };
  });
}

/** Time online and on breaks, a line for each agent and day. */
export const agentDaysList = list({
  path: "/chat/reports/agents/days",
  file: "chat-report-agent-days",
  noun: ["row", "rows"],
  search: z.object({ ...paging, ...reportFilters }),
  rows: ({ api, whole }, query) =>
    api.chat.reportAgentDays({ query: { ...query, ...(whole ? { per_page: 5_000, counted: "no" as const } : {}) } }),
  columns: () => [
    {
      ...{ name: "day", label: "Day", mobileOrder: 1, num: true, fixed: true },
      value: ({ day }: AgentDay) => day,
      cell: ({ day }) => dayWords(day),
    },
    { name: "name", label: "Agent", wide: true, mobileOrder: 2, value: ({ name }) => name },
    ...timeColumns(),
  ],
  id: ({ day, id }) => `${day} ${id}`,
});
