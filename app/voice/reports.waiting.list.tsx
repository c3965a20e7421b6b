import { z } from "zod";
import { reportCalls, type WaitingCall } from "../../services/voice/contract.reports";
import { href } from "../href";
import { numberWords, took } from "../kit/call-labels";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { loadChoices, reportFilterFields } from "./records/filters";

function outcomeOf({ answeredAt, abandonedAt, leftAt }: WaitingCall) {
  if (answeredAt) return { kind: "good", word: "Answered" } as const;
  if (leftAt) return { kind: "warn", word: "Went on" } as const;
  return abandonedAt ? ({ kind: "bad", word: "Abandoned" } as const) : ({ kind: "info", word: "Waiting" } as const);
}

/** Customers who called in, answered or not. */
export const waitingCalls = list({
  path: "/voice/reports/waiting",
  file: "callers",
  noun: ["caller", "callers"],
  search: z.object(reportCalls.waitingCalls.query.shape),
  find: "Phone number",
  facts: (asked) => loadChoices(asked),
  rows: ({ api }, query) => api.voice.waitingCalls({ query }),
  filters: (facts) => [
    {
      ...{ name: "outcome", label: "Outcome" },
      choices: [
        { value: "answered", label: "Answered" },
        { value: "in_time", label: "Answered within the target" },
        { value: "late", label: "Answered after the target" },
        { value: "abandoned", label: "Abandoned" },
        { value: "abandoned_early", label: "Gave up early" },
        { value: "overflowed", label: "Went on without an answer" },
        { value: "waiting", label: "Waiting" },
      ],
    },
    ...reportFilterFields(facts),
    { name: "at", label: "Time of day", linked: true },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "time", label: "Time", fixed: true, mobileOrder: 3, num: true },
      value: (one: WaitingCall) => one.enqueuedAt,
      cell: ({ enqueuedAt }) => <DateTime at={enqueuedAt} zone={zone} />,
    },
    {
      ...{ name: "number", label: "Number", wide: true, mobileOrder: 1, num: true },
      value: ({ phoneNumber }) => phoneNumber,
      cell: ({ phoneNumber, callRecord }) =>
        callRecord === null ? (
          numberWords(phoneNumber)
        ) : (
          <Link className="link" to={href("/voice/reports/calls/:id", { id: callRecord })}>
            {numberWords(phoneNumber)}
          </Link>
        ),
    },
    { name: "queue", label: "Queue", muted: true, mobileOrder: 4, value: ({ queue }) => queue },
    {
      ...{ name: "waited", label: "Waited", heading: "Waited, seconds", align: "right", num: true, mobileOrder: 5 },
      value: ({ waited }) => waited,
      cell: ({ waited }) => took(waited),
    },
    { name: "agent", label: "Agent", mobileOrder: 6, value: ({ agent }) => agent, cell: ({ agent }) => agent || "–" },
    {
      ...{ name: "outcome", label: "Outcome", alignEnd: true, mobileOrder: 2 },
      value: (one) => outcomeOf(one).word,
      cell: (one) => <Status kind={outcomeOf(one).kind}>{outcomeOf(one).word}</Status>,
    },
    { name: "ours", label: "Our number", extra: true, num: true, value: ({ ourNumber }) => ourNumber },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ],
  id: ({ id }) => String(id),
});
