import { z } from "zod";
import { type Problem, paging } from "../../services/kit/contract";
import { type FigureRow, reportCalls, reportGroups } from "../../services/voice/contract.reports";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import type { Rows } from "../kit/list";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";
import { figureColumns } from "./figures/figure-columns";
import { loadChoices, reportFilterFields } from "./records/filters";

const groupLabels: Record<(typeof reportGroups)[number], string> = {
  day: "Day",
  interval: "15 minutes of the day",
  hour: "Hour of the day",
  queue: "Queue",
  agent: "Agent",
  number: "Our number",
};

/** The calls of one row, as the list of them is asked. */
function callsOf(by: string, { key }: FigureRow): Record<string, string> {
  if (by === "day") return { from: key, to: key };
  return by === "hour" || by === "interval" ? { at: key } : { [by]: key };
}

/** The figures of a span of days, by day, time of day, queue, agent or number. */
export const reports = list({
  path: "/voice/reports",
  file: "call-report",
  noun: ["row", "rows"],
  search: z.object({ ...paging, ...reportCalls.figures.query.shape }),
  facts: async (asked, search) => ({ ...(await loadChoices(asked)), search }),
  async rows(
    { api },
    { page: _, per_page: __, after: ___, before: ____, ...query },
  ): Promise<{ status: 200; body: Rows<FigureRow> } | { status: number; body: Problem }> {
    const answer = await api.voice.figures({ query });
    if (answer.status !== 200) return answer;
    const { rows: data } = answer.body;
    const place = { total_capped: false, current_page: 1, last_page: 1, next: null, previous: null };
    return { status: 200, body: { data, total: data.length, per_page: 0, ...place } };
  },
  filters: (facts) => [
    {
      ...{ name: "by", label: "By", none: "day" },
      choices: reportGroups.map((value) => ({ value, label: groupLabels[value] })),
    },
    ...reportFilterFields(facts),
  ],
  columns: ({ search }) => [
    {
      ...{ name: "label", label: groupLabels[search.by], fixed: true, wide: true, mobileOrder: 1, num: true },
      value: (row: FigureRow) => row.label,
      // The list of calls can't be asked for those without a queue, or a number: a link would open all of them.
      cell: (row) =>
        row.key === "" ? (
          row.label
        ) : (
          <RowLink
            to={href("/voice/reports/calls", undefined, {
              ...(search.from ? { from: search.from } : {}),
              ...(search.to ? { to: search.to } : {}),
              ...(search.queue ? { queue: search.queue } : {}),
              ...(search.agent ? { agent: search.agent } : {}),
              ...(search.number ? { number: search.number } : {}),
              ...callsOf(search.by, row),
            })}
          >
            {search.by === "number" ? numberWords(row.label) : row.label}
          </RowLink>
        ),
    },
    ...figureColumns(),
  ],
  id: ({ key }) => key || "none",
});
