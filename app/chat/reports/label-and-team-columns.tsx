import type { LabelLine, TeamLine } from "../../../services/chat/contract.statistics";
import { type FigureLinks, plain, type ReportColumn } from "./report-columns";
import { figure, ofCount, took } from "./report-labels";

/** The median of the first responses, which leads to the conversations that it is of. */
export function medianColumn({ linked }: Pick<FigureLinks, "linked"> = plain): ReportColumn<LabelLine> {
  return {
    ...{ name: "median", label: "First response, median", heading: "First response, median, seconds" },
    ...{ align: "right", cardLabel: "First response, median", mobileOrder: 3 },
    value: (line) => (line.answered === 0 ? null : line.median_first_response_seconds),
    cell: (line) =>
      linked(
        ofCount(line.answered, took(line.median_first_response_seconds)),
        line.answered,
        { ...line.filter, answered: "yes" },
        `median of the first response: ${line.name}`,
      ),
  };
}

/** How long conversations waited for a team, and how many changed hands. */
export function teamColumns({ linked }: Pick<FigureLinks, "linked"> = plain): ReportColumn<TeamLine>[] {
  const wait = (
    name: "wait_median_seconds" | "wait_p90_seconds",
    label: string,
    mobileOrder: 2 | 3,
  ): ReportColumn<TeamLine> => ({
    ...{ name, label, heading: `${label}, seconds`, align: "right", cardLabel: label, mobileOrder },
    value: (line) => (line.taken === 0 ? null : line[name]),
    cell: (line) =>
      linked(
        ofCount(line.taken, took(line[name])),
        line.taken,
        { ...line.filter, taken: "yes" },
        `${label}: ${line.name}`,
      ),
  });
  return [
    wait("wait_median_seconds", "Queue wait, median", 2),
    wait("wait_p90_seconds", "Queue wait, p90", 3),
    {
      ...{ name: "transferred", label: "Transferred", align: "right", hideOnSmall: true },
      value: (line) => line.transferred,
      cell: (line) =>
        linked(
          figure(line.transferred),
          line.transferred,
          { ...line.filter, transferred: "yes" },
          `transferred: ${line.name}`,
        ),
    },
  ];
}
