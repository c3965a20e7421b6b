import { z } from "zod";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { robocallStates } from "../../rules/robocalls";
import { type RobocallLine, robocallCalls } from "../../services/voice/contract.robocalls";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";
import { RobocallStatus, robocallWords } from "./robocalls/robocall-labels";

/** Robocalls, newest first. */
export const robocalls = list({
  path: "/voice/robocalls",
  file: "robocalls",
  noun: ["robocall", "robocalls"],
  search: z.object(robocallCalls.robocalls.query.shape),
  rows: ({ api }, query) => api.voice.robocalls({ query }),
  filters: () => [
    {
      ...{ name: "state", label: "State" },
      choices: robocallStates.map((value) => ({ value, label: robocallWords[value].word })),
    },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "name", label: "Robocall", wide: true, fixed: true, mobileOrder: 1 },
      value: ({ name }: RobocallLine) => name,
      cell: ({ id, name }) => <RowLink to={href("/voice/robocalls/:id", { id })}>{name}</RowLink>,
    },
    { name: "group", label: "Group", muted: true, mobileOrder: 4, value: ({ group }) => group },
    {
      ...{ name: "numbers", label: "Numbers", align: "right", num: true, cardUnit: "numbers", mobileOrder: 5 },
      value: ({ numbers }) => numbers,
      cell: ({ numbers }) => commas(numbers),
    },
    {
      ...{ name: "answered", label: "Answered", align: "right", num: true, hideOnSmall: true },
      value: ({ answered }) => answered,
      cell: ({ answered }) => commas(answered),
    },
    {
      ...{ name: "charged", label: "Charged", heading: "Charged, KES", align: "right", num: true, hideOnSmall: true },
      value: ({ settledCents }) => settledCents / 100,
      cell: ({ settledCents }) => showKes(settledCents),
    },
    {
      ...{ name: "created", label: "Composed", muted: true, num: true, mobileOrder: 3 },
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <DateTime at={createdAt} zone={zone} />,
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => robocallWords[state].word,
      cell: ({ state }) => <RobocallStatus state={state} />,
    },
    { name: "by", label: "By", extra: true, value: ({ createdBy }) => createdBy },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ],
  id: ({ id }) => String(id),
});
