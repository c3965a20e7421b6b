import { z } from "zod";
import { type FlowOutcome, flowOutcomeNames, flowOutcomes } from "../../rules/voice-flow";
import { type FlowCallLine, flowCalls } from "../../services/voice/contract.flows";
import { numberWords, took } from "../kit/call-labels";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Status, type StatusKind } from "../kit/ui/status";
import { loadChoices, reportFilterFields } from "./records/filters";

const kinds: Record<FlowOutcome, StatusKind> = {
  answered: "good",
  transferred: "good",
  voicemail: "good",
  call_back: "good",
  hung_up: "none",
  abandoned_menu: "bad",
  abandoned_queue: "bad",
  abandoned_transfer: "bad",
  no_message: "warn",
  failed: "bad",
};

function outcomeWords(outcome: FlowCallLine["outcome"]): string {
  return outcome === "" ? "In the flow now" : flowOutcomeNames[outcome];
}

/** Calls that went through a flow. */
export const flowCallRecords = list({
  path: "/voice/reports/flows",
  file: "calls-in-flows",
  noun: ["call", "calls"],
  search: z.object(flowCalls.flowCallRecords.query.shape),
  find: "Phone number",
  facts: (asked) => loadChoices(asked),
  rows: ({ api }, query) => api.voice.flowCallRecords({ query }),
  filters: (facts) => [
    {
      ...{ name: "outcome", label: "Outcome" },
      choices: flowOutcomes.map((value) => ({ value, label: flowOutcomeNames[value] })),
    },
    ...reportFilterFields(facts).filter(({ name }) => name !== "queue" && name !== "agent"),
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "time", label: "Time", fixed: true, mobileOrder: 3, num: true },
      value: (one: FlowCallLine) => one.startedAt,
      cell: ({ startedAt }) => <DateTime at={startedAt} zone={zone} />,
    },
    {
      ...{ name: "number", label: "Number", wide: true, mobileOrder: 1, num: true },
      value: ({ phoneNumber }) => phoneNumber,
      cell: ({ phoneNumber }) => numberWords(phoneNumber),
    },
    { name: "flow", label: "Call flow", muted: true, mobileOrder: 4, value: ({ flow }) => flow },
    { name: "step", label: "Last step", muted: true, mobileOrder: 6, value: ({ step }) => step },
    {
      ...{ name: "seconds", label: "Took", heading: "Took, seconds", align: "right", num: true, mobileOrder: 5 },
      value: ({ seconds }) => seconds,
      cell: ({ seconds }) => took(seconds),
    },
    {
      ...{ name: "outcome", label: "Outcome", alignEnd: true, mobileOrder: 2 },
      value: ({ outcome }) => outcomeWords(outcome),
      cell: ({ outcome }) => <Status kind={outcome === "" ? "info" : kinds[outcome]}>{outcomeWords(outcome)}</Status>,
    },
    { name: "ours", label: "Our number", extra: true, num: true, value: ({ ourNumber }) => ourNumber },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ],
  id: ({ id }) => String(id),
});
