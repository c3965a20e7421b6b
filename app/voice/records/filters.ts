import { callStatuses, callTypes } from "../../../rules/voice";
import type { ReportChoices } from "../../../services/voice/contract.reports";
import { numberWords, statusWords } from "../../kit/call-labels";
import type { ListFilter, ListRequest } from "../../kit/lists/definition";

/** What lists of calls can be narrowed by. */
export async function loadChoices({ api }: Pick<ListRequest, "api">): Promise<ReportChoices> {
  const answer = await api.voice.reportChoices({});
  return answer.status === 200 ? answer.body : { queues: [], agents: [], numbers: [] };
}

export function reportFilterFields({ queues, agents, numbers }: ReportChoices): ListFilter[] {
  return [
    { name: "from", label: "From", kind: "date" },
    { name: "to", label: "To", kind: "date" },
    { name: "queue", label: "Queue", choices: queues.map((queue) => ({ value: queue, label: queue })) },
    { name: "agent", label: "Agent", choices: agents.map(({ id, name }) => ({ value: id, label: name })) },
    {
      ...{ name: "number", label: "Our number" },
      choices: numbers.map(({ id, phoneNumber }) => ({ value: String(id), label: numberWords(phoneNumber) })),
    },
  ];
}

export const callFilterFields: readonly ListFilter[] = [
  {
    ...{ name: "type", label: "In or out" },
    choices: callTypes.map((value) => ({ value, label: value === "inbound" ? "In" : "Out" })),
  },
  {
    ...{ name: "status", label: "Status" },
    choices: callStatuses.map((value) => ({ value, label: statusWords[value].word })),
  },
  { name: "handled", label: "Answered", choices: [{ value: "1", label: "Yes" }] },
  { name: "recorded", label: "Recording", choices: [{ value: "1", label: "Yes" }] },
  { name: "disposition", label: "Disposition", linked: true },
  { name: "at", label: "Time of day", linked: true },
];
