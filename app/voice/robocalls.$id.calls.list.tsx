import { z } from "zod";
import { showKes } from "../../rules/money";
import { robocallTargetStates } from "../../rules/robocalls";
import { type RobocallDetail, type RobocallTarget, robocallCalls } from "../../services/voice/contract.robocalls";
import { numberWords, took } from "../kit/call-labels";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { readRecordId } from "../shell/record-id.server";
import { calledWords, resultWords } from "./robocalls/robocall-labels";

/** The numbers of a robocall, and what became of each. */
export const robocallTargets = list({
  path: "/voice/robocalls/:id/calls",
  noun: ["number", "numbers"],
  search: z.object(robocallCalls.robocallTargets.query.shape),
  find: "Phone number",
  async facts({ api, params }): Promise<{ robocall: RobocallDetail }> {
    const answer = await api.voice.robocall({ params: { id: readRecordId(params.id) } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    return { robocall: answer.body };
  },
  file: ({ robocall }) => `robocall ${robocall.name}`,
  rows: ({ api, params }, query) => api.voice.robocallTargets({ params: { id: readRecordId(params.id) }, query }),
  filters: ({ robocall }) => [
    {
      ...{ name: "state", label: "State" },
      choices: robocallTargetStates.map((value) => ({ value, label: calledWords[value].word })),
    },
    {
      ...{ name: "key", label: "Key" },
      choices: robocall.keys.map(({ key, label }) => ({ value: key, label: `${key}: ${label}` })),
    },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "number", label: "Number", fixed: true, num: true, mobileOrder: 1 },
      value: ({ phoneNumber }: RobocallTarget) => phoneNumber,
      cell: ({ phoneNumber, name }) => (
        <>
          {phoneNumber ? numberWords(phoneNumber) : "Erased"}
          {name && <span className="block text-sm text-quiet md:hidden">{name}</span>}
        </>
      ),
    },
    { name: "name", label: "Name", wide: true, hideOnSmall: true, value: ({ name }) => name },
    {
      ...{ name: "attempts", label: "Attempts", align: "right", num: true, hideOnSmall: true },
      value: ({ attempts }) => attempts,
    },
    { name: "result", label: "Result", muted: true, hideOnSmall: true, value: ({ result }) => resultWords[result] },
    {
      ...{ name: "key", label: "Key", mobileOrder: 3 },
      value: ({ key, label }) => (key === "" ? "" : `${key}: ${label}`),
      cell: ({ key, label }) => (key === "" ? <span className="text-quiet">No key</span> : `${key}: ${label}`),
    },
    {
      ...{ name: "seconds", label: "Length", heading: "Length, seconds", align: "right", num: true, mobileOrder: 4 },
      value: ({ seconds }) => seconds,
      cell: ({ seconds }) => took(seconds),
    },
    {
      ...{ name: "cost", label: "Cost", heading: "Cost, KES", align: "right", num: true, hideOnSmall: true },
      value: ({ costCents }) => costCents / 100,
      cell: ({ costCents }) => showKes(Math.round(costCents)),
    },
    {
      ...{ name: "called", label: "Called", muted: true, num: true, hideOnSmall: true },
      value: ({ calledAt }) => calledAt ?? "",
      cell: ({ calledAt }) => (calledAt ? <DateTime at={calledAt} zone={zone} /> : "–"),
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => calledWords[state].word,
      cell: ({ state }) => <Status kind={calledWords[state].kind}>{calledWords[state].word}</Status>,
    },
  ],
  id: (one) => String(one.id),
});
