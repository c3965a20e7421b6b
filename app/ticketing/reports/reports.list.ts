import { z } from "zod";
import { statuses } from "../../../rules/ticket-labels";
import { type Problem, paging } from "../../../services/kit/contract";
import { ticketFilters } from "../../../services/ticketing/contract.filters";
import type { ReportRow } from "../../../services/ticketing/contract.statistics";
import type { Rows } from "../../kit/list";
import { list } from "../../kit/lists/definition";
import { statusWords } from "../kit/labels";

export type ReportSearch = z.output<z.ZodObject<typeof ticketFilters>>;

/** What each report is of: its call, the word for one line and for several, and its tab. */
export const reportKinds = {
  dispositions: { call: "dispositionTickets", one: "Disposition", many: "dispositions", tab: "Dispositions" },
  members: { call: "memberTickets", one: "Member", many: "members", tab: "Members" },
  stages: { call: "stageTickets", one: "Stage", many: "stages", tab: "Stages" },
  status: { call: "statusTickets", one: "Status", many: "statuses", tab: "Status" },
} as const;
export type ReportKind = keyof typeof reportKinds;

/** What so many lines of a report are called. */
export function lineUnit(by: ReportKind, count: number): string {
  return count === 1 ? reportKinds[by].one.toLowerCase() : reportKinds[by].many;
}

/** A line's name with what it is under. */
export function lineName(row: ReportRow, by: ReportKind): string {
  const name = by === "status" ? (statusWords[row.name as keyof typeof statusWords]?.word ?? row.name) : row.name;
  return row.parent && row.parent !== row.name ? `${row.parent}: ${name}` : name;
}

/** Whole minutes, as the screen has them. */
const minutes = (given: number | null) => (given === null ? null : Math.round(given));

const figures: { [heading: string]: (row: ReportRow) => number | null } = {
  Tickets: (row) => row.total,
  ...Object.fromEntries(
    statuses.map((status) => [statusWords[status].word, (row: ReportRow) => row.by_status[status]]),
  ),
  Overdue: (row) => row.overdue,
  "Missed a target": (row) => row.breached,
  Met: (row) => row.met,
  "First response, minutes": (row) => minutes(row.first_response_minutes),
  "Resolution, minutes": (row) => minutes(row.resolution_minutes),
  "First response, n": (row) => row.first_response_count,
  "Resolution, n": (row) => row.resolution_count,
};

type OnePage = { status: 200; body: Rows<ReportRow> } | { status: number; body: Problem };

/** A report has one page; the file has its lines, in the order and with the figures of the screen. */
function reportList(by: ReportKind) {
  const { call, one, tab } = reportKinds[by];
  return list({
    path: `/ticketing/reports/dashboard/${by}`,
    file: `tickets-by-${one.toLowerCase()}`,
    noun: [one.toLowerCase(), tab.toLowerCase()],
    search: z.object({ ...paging, ...ticketFilters }),
    async rows({ api }, query): Promise<OnePage> {
      const answer = await api.ticketing[call]({ query, body: {} });
      if (answer.status !== 200) return answer;
      const { data } = answer.body;
      const all = { total: data.length, total_capped: false, current_page: 1, last_page: 1 };
      return { status: 200, body: { data, ...all, per_page: 0, next: null, previous: null } };
    },
    columns: () => [
      { name: "name", label: one, value: (row: ReportRow) => lineName(row, by) },
      ...Object.entries(figures).map(([label, value]) => ({ name: label, label, value })),
    ],
    id: (row) => `${row.id} ${row.name}`,
  });
}

export const reports = {
  dispositions: reportList("dispositions"),
  members: reportList("members"),
  stages: reportList("stages"),
  status: reportList("status"),
};
