import { z } from "zod";
import { reportFilters } from "../../../services/chat/contract.reports";
import type { ReportChat } from "../../../services/chat/contract.statistics";
import { paging } from "../../../services/kit/contract";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { type ListColumn, type ListFacts, type ListRequest, list } from "../../kit/lists/definition";
import { Status } from "../../kit/ui/status";
import { RowLink } from "../../kit/ui/table";
import { channelNames, customerName } from "../inbox/labels";
import { stateWords, took } from "./report-labels";

/** Seconds since 1970 as an exported moment; none is nothing. */
const moment = (seconds: number | null) => (seconds === null ? "" : new Date(seconds * 1000).toISOString());

/** A file needs no total; of few conversations at a time, so that what is made of them is let go before the next. */
const forFile = ({ whole }: ListRequest) => (whole ? { per_page: 1_000, counted: "no" as const } : {});

/** What there is to see of a conversation, by the name of its column. */
function chatColumns({ zone }: ListFacts) {
  return {
    name: {
      ...{ name: "name", label: "Customer", wide: true, mobileOrder: 1, fixed: true },
      value: (chat) => chat.name,
      cell: (chat) => (
        <RowLink to={href("/chat/reports/transcript/:id", { id: chat.contact_id })}>
          {customerName(chat)} <span className="num font-normal text-quiet">#{chat.contact_id}</span>
        </RowLink>
      ),
    },
    state: {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 1 },
      value: ({ state }) => stateWords[state].word,
      cell: ({ state }) => <Status kind={stateWords[state].kind}>{stateWords[state].word}</Status>,
    },
    began: {
      ...{ name: "began", label: "Began", mobileOrder: 2 },
      value: (chat) => moment(chat.created_at),
      cell: (chat) => <DateTime at={moment(chat.created_at)} zone={zone} />,
    },
    channel: { name: "channel", label: "Channel", mobileOrder: 3, value: ({ channel }) => channelNames[channel] },
    agent: { name: "agent", label: "Agent", mobileOrder: 4, value: ({ agent }) => agent },
    first: {
      ...{ name: "first", label: "First response", align: "right", hideOnSmall: true },
      ...{ heading: "First response, seconds", value: (chat) => chat.first_response_seconds },
      cell: ({ first_response_seconds: first }) => (first === null ? "–" : took(first)),
    },
    handle: {
      ...{ name: "handle", label: "Handle time", align: "right", hideOnSmall: true },
      ...{ heading: "Handle time, seconds", value: (chat) => chat.handle_seconds },
      cell: ({ handle_seconds: handle }) => (handle === null ? "–" : took(handle)),
    },
    disposition: {
      ...{ name: "disposition", label: "Disposition", hideOnSmall: true },
      value: ({ disposition }) => disposition,
    },
    rating: {
      ...{ name: "rating", label: "Rating", align: "right", hideOnSmall: true },
      value: ({ rating }) => rating,
      cell: ({ rating }) => (rating === null ? "–" : `${rating} of 5`),
    },
    comment: { name: "comment", label: "Comment", mobileOrder: 2, value: ({ comment }) => comment },
    chat: { name: "chat", label: "Chat", extra: true, num: true, value: (chat) => chat.contact_id },
    phone: { name: "phone", label: "Phone", extra: true, num: true, value: ({ msisdn }) => msisdn },
    email: { name: "email", label: "Email", extra: true, value: ({ email }) => email },
    account: { name: "account", label: "Channel account", extra: true, value: ({ inbox }) => inbox },
    ended: { name: "ended", label: "Ended", extra: true, value: (chat) => moment(chat.ended_at) },
  } satisfies { [name: string]: ListColumn<ReportChat> };
}

/** The conversations behind a figure; each opens its transcript. */
export const chatsList = list({
  path: "/chat/reports/transcript",
  file: "chat-transcripts",
  noun: ["chat", "chats"],
  search: z.object({ ...paging, ...reportFilters }),
  rows: (asked, query) => asked.api.chat.reportChats({ query: { ...query, ...forFile(asked) } }),
  columns(facts) {
    const { comment, ...columns } = chatColumns(facts);
    return [...Object.values<ListColumn<ReportChat>>(columns), { ...comment, extra: true }];
  },
  id: (chat) => String(chat.contact_id),
});

/** Those that were rated: the comment in place of the times. */
export const surveyList = list({
  path: "/chat/reports/survey",
  file: "chat-report-survey",
  noun: ["rated chat", "rated chats"],
  search: z.object({ ...paging, ...reportFilters }),
  rows: (asked, query) =>
    asked.api.chat.reportChats({ query: { ...query, ...forFile(asked), rating: query.rating ?? "any" } }),
  columns(facts): ListColumn<ReportChat>[] {
    const { name, rating, comment, agent, channel, began, ...others } = chatColumns(facts);
    return [
      name,
      { ...rating, hideOnSmall: false, alignEnd: true, mobileOrder: 1 },
      ...[comment, agent, channel, began],
      ...Object.values<ListColumn<ReportChat>>(others).map((column) => ({ ...column, extra: true })),
    ];
  },
  id: (chat) => String(chat.contact_id),
});
