import { z } from "zod";
import { duration } from "../../../rules/format";
import { statuses } from "../../../rules/ticket-labels";
import { reportFilters } from "../../../services/chat/contract.reports";
import type { AgentDay, AgentLine, Figures, ReportChat, ReportLine } from "../../../services/chat/contract.statistics";
import { paging } from "../../../services/kit/contract";
import { list, type Plain } from "../../kit/list";
import { channelNames } from "../inbox/labels";
import { stateWords } from "./report-labels";

const search = z.object({ ...paging, ...reportFilters });

/** An export takes thousands at a time and needs no total. */
const whole = { per_page: 5_000, counted: "no" } as const;

/** Of conversations fewer: what is made for a page is let go before the next, and the memory stays where it is. */
const wholeOfChats = { per_page: 1_000, counted: "no" } as const;

/** A report of one page as the rows of an export. */
function onePage<Row>(data: Row[]) {
  const place = { total_capped: false, current_page: 1, last_page: 1, next: null, previous: null };
  return { status: 200 as const, body: { data, total: data.length, per_page: Math.max(1, data.length), ...place } };
}

type Columns<Row> = { [heading: string]: (row: Row) => Plain };

const figures: Columns<Figures> = {
  Chats: (row) => row.chats,
  Waiting: (row) => row.waiting,
  Open: (row) => row.open,
  Ended: (row) => row.ended,
  Answered: (row) => row.answered,
  "Not answered": (row) => row.unanswered,
  "In business hours": (row) => row.in_hours,
  "Outside business hours": (row) => row.outside_hours,
  "First response, seconds": (row) => row.first_response_seconds,
  "Of it in business hours, seconds": (row) => row.first_response_business_seconds,
  "Of it outside, seconds": (row) => row.first_response_outside_seconds,
  Handled: (row) => row.handled,
  "Handle time, seconds": (row) => row.handle_seconds,
  Rated: (row) => row.rated,
  "Rated 4 or 5": (row) => row.satisfied,
  Comments: (row) => row.comments,
  Rating: (row) => row.rating,
};

const times: Columns<Pick<AgentDay, "time">> = {
  "Online, seconds": ({ time }) => time.online,
  "Bio break, seconds": ({ time }) => time.bio_break,
  "Lunch, seconds": ({ time }) => time.lunch,
  "Short break, seconds": ({ time }) => time.short_break,
  "Coaching, seconds": ({ time }) => time.coaching,
  "Training, seconds": ({ time }) => time.training,
  Breaks: ({ time }) => time.breaks,
  "Breaks planned, seconds": ({ time }) => time.planned,
  "Breaks used, seconds": ({ time }) => time.used,
  "Breaks over the limit, seconds": ({ time }) => time.over,
};

type Span = { start: string; end: string; chats: number; answered: number; ended: number };

/** Conversations over time. */
export const dashboardList = list({
  file: "chat-report",
  search,
  async rows(api, query) {
    const answer = await api.chat.reportDashboard({ query });
    return answer.status === 200 ? onePage<Span>(answer.body.spans) : answer;
  },
  columns: {
    From: (span) => span.start,
    To: (span) => span.end,
    Chats: (span) => span.chats,
    Answered: (span) => span.answered,
    Ended: (span) => span.ended,
  },
});

export const agentsList = list({
  file: "chat-report-agents",
  search,
  async rows(api, query) {
    const answer = await api.chat.reportAgents({ query });
    return answer.status === 200 ? onePage<AgentLine>(answer.body.data) : answer;
  },
  columns: { Agent: (line) => line.name, ...figures, ...times },
});

export const agentDaysList = list({
  file: "chat-report-agent-days",
  search,
  rows: (api, query) => api.chat.reportAgentDays({ query: { ...query, ...whole } }),
  columns: { Day: (line: AgentDay) => line.day, Agent: (line) => line.name, ...times },
});

export const channelsList = list({
  file: "chat-report-channels",
  search,
  async rows(api, query) {
    const answer = await api.chat.reportChannels({ query });
    return answer.status === 200 ? onePage<ReportLine>(answer.body.data) : answer;
  },
  columns: {
    Channel: (line) => (line.channel ? channelNames[line.channel] : ""),
    "Channel account": (line) => line.name,
    ...figures,
  },
});

export const customersList = list({
  file: "chat-report-customers",
  search,
  rows: (api, query) => api.chat.reportCustomers({ query: { ...query, ...whole } }),
  columns: {
    Customer: (line: ReportLine) => line.name,
    "Number or address": (line) => line.note,
    ...figures,
  },
});

const chat: Columns<ReportChat> = {
  Chat: (one) => one.contact_id,
  Began: (one) => new Date(one.created_at * 1000).toISOString(),
  Customer: (one) => one.name,
  Phone: (one) => one.msisdn,
  Email: (one) => one.email,
  Channel: (one) => channelNames[one.channel],
  "Channel account": (one) => one.inbox,
  Agent: (one) => one.agent,
  State: (one) => stateWords[one.state].word,
  Ended: (one) => (one.ended_at === null ? "" : new Date(one.ended_at * 1000).toISOString()),
  "First response, seconds": (one) => one.first_response_seconds,
  "Handle time, seconds": (one) => one.handle_seconds,
  Disposition: (one) => one.disposition,
  Rating: (one) => one.rating,
  Comment: (one) => one.comment,
};

/** The conversations behind a figure. */
export const chatsList = list({
  file: "chat-transcripts",
  search,
  rows: (api, query) => api.chat.reportChats({ query: { ...query, ...wholeOfChats } }),
  columns: chat,
});

/** Those that were rated. */
export const surveyList = list({
  file: "chat-report-survey",
  search,
  rows: (api, query) => api.chat.reportChats({ query: { ...query, ...wholeOfChats, rating: query.rating ?? "any" } }),
  columns: chat,
});

export const ticketsList = list({
  file: "chat-report-tickets",
  search: search.extend({ status: z.enum(statuses).optional().catch(undefined) }),
  rows: (api, query) => api.chat.reportTickets({ query: { ...query, ...whole } }),
  columns: {
    Ticket: (row: { id: number; status: string; created_at: string; chat: ReportChat }) => row.id,
    Status: (row) => row.status,
    Opened: (row) => row.created_at,
    Chat: (row) => row.chat.contact_id,
    Customer: (row) => row.chat.name,
    Channel: (row) => channelNames[row.chat.channel],
    Agent: (row) => row.chat.agent,
    "First response": (row) =>
      row.chat.first_response_seconds === null ? "" : duration(row.chat.first_response_seconds),
  },
});
