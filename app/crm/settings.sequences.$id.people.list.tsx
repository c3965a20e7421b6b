import { z } from "zod";
import { headSort, listOrders } from "../../rules/list-orders";
import { sequenceStateNames } from "../../rules/sequences";
import { peopleFilters, type SequencePerson } from "../../services/crm/contract.enrolment";
import { paging, sortField } from "../../services/kit/contract";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { readRecordId } from "../shell/record-id.server";
import { recordHref } from "./record/places";
import { peopleActions } from "./sequences/people-bulk";
import { figureNames, stateKinds, stepTitle } from "./sequences/words";

/** Who is or was in a sequence. */
export const sequencePeopleList = list({
  path: "/crm/settings/sequences/:id/people",
  noun: ["person", "people"],
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    sort: sortField(listOrders.sequencePeople),
    state: z.enum(peopleFilters).optional().catch(undefined),
  }),
  find: "Name, company, phone or email",
  async facts({ api, params }): Promise<{ sequence: { id: number; name: string } }> {
    const answer = await api.crm.sequence({ params: { id: readRecordId(params.id) } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    return { sequence: { id: answer.body.id, name: answer.body.name } };
  },
  file: ({ sequence }) => `sequence ${sequence.name}`,
  rows: ({ api, params }, query) => api.crm.sequencePeople({ params: { id: readRecordId(params.id) }, query }),
  filters: () => [
    {
      name: "state",
      label: "State",
      choices: peopleFilters.map((value) => ({ value, label: figureNames[value] })),
    },
  ],
  columns: ({ zone }) => [
    {
      name: "name",
      label: "Name",
      fixed: true,
      mobileOrder: 1,
      value: ({ record }: SequencePerson) => record.name,
      cell: ({ record }) => <RowLink to={recordHref(record)}>{record.name}</RowLink>,
    },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      value: ({ state, paused_at }) => (paused_at ? "Paused" : sequenceStateNames[state]),
      cell: ({ state, paused_at }) => (
        <Status kind={paused_at ? "warn" : stateKinds[state]}>
          {paused_at ? "Paused" : sequenceStateNames[state]}
        </Status>
      ),
    },
    {
      name: "next",
      label: "Next step",
      mobileOrder: 3,
      muted: true,
      value: ({ next }) => next && stepTitle(next),
      cell: ({ next, trouble, reason }) => (next ? `${stepTitle(next)}${trouble && ` (${trouble})`}` : reason || "–"),
    },
    {
      name: "due",
      label: "Due",
      mobileOrder: 4,
      sort: headSort("sequencePeople", "due"),
      value: ({ next }) => next?.at ?? null,
      cell: ({ next, paused_at }) => (next && !paused_at ? <DateTime at={next.at} zone={zone} /> : "–"),
    },
    { name: "why", label: "Why it ended or waits", fileOnly: true, value: ({ reason, trouble }) => reason || trouble },
    { name: "done", label: "Steps done", align: "right", num: true, hideOnSmall: true, value: ({ done }) => done },
    {
      name: "refused",
      label: "Steps refused",
      align: "right",
      num: true,
      hideOnSmall: true,
      value: ({ refused }) => refused,
    },
    {
      name: "entered",
      label: "Put in",
      hideOnSmall: true,
      sort: headSort("sequencePeople", "entered"),
      value: ({ entered_at }) => entered_at,
      cell: ({ entered_at }) => <DateTime at={entered_at} zone={zone} />,
    },
    { name: "by", label: "By", extra: true, value: ({ entered_by }) => entered_by },
    { name: "ended", label: "Ended", extra: true, value: ({ ended_at }) => ended_at },
  ],
  id: (row) => String(row.id),
  version: ({ state, paused_at }) => `${state} ${paused_at}`,
  called: ({ record }) => record.name,
  bulk: () => peopleActions,
});
