import { type CallFigures, callFigures } from "../../../rules/voice-metrics";
import type { FigureRow } from "../../../services/voice/contract.reports";
import { percent, took } from "../../kit/call-labels";
import type { ListColumn } from "../../kit/lists/definition";

type FigureName = Exclude<keyof CallFigures, "offered">;

function rounded(value: number | null): number | string {
  return value === null ? "" : Math.round(value * 10) / 10;
}

/** The figures of one row of a report. */
export function figureColumns(): ListColumn<FigureRow>[] {
  const count = (
    name: string,
    label: string,
    of: (row: FigureRow) => number,
    more: Partial<ListColumn<FigureRow>> = {},
  ) => ({
    ...{ name, label, align: "right" as const, num: true, hideOnSmall: true, value: of },
    cell: (row: FigureRow) => of(row).toLocaleString("en-KE"),
    ...more,
  });
  const figure = (
    name: FigureName,
    label: string,
    shown: (value: number | null) => string,
    more: Partial<ListColumn<FigureRow>> = {},
  ): ListColumn<FigureRow> => ({
    ...{ name, label, align: "right", num: true, hideOnSmall: true },
    heading: shown === percent ? `${label}, %` : `${label}, seconds`,
    value: ({ sums }) => rounded(callFigures(sums)[name]),
    cell: ({ sums }) => shown(callFigures(sums)[name]),
    ...more,
  });
  return [
    count("offered", "Offered", ({ sums }) => callFigures(sums).offered, {
      hideOnSmall: false,
      cardUnit: "offered",
      mobileOrder: 2,
    }),
    count("answered", "Answered", ({ sums }) => sums.answered),
    count("abandoned", "Abandoned", ({ sums }) => sums.abandoned),
    figure("serviceLevel", "Service level", percent, {
      hideOnSmall: false,
      cardLabel: "Service level",
      mobileOrder: 3,
    }),
    figure("averageSpeedOfAnswer", "ASA", took),
    figure("abandonment", "Abandonment", percent, { extra: true }),
    count("handled", "Handled", ({ sums }) => sums.handled),
    figure("averageHandleTime", "AHT", took, { hideOnSmall: false, cardLabel: "AHT", mobileOrder: 4 }),
    figure("averageTalkTime", "Talking", took, { extra: true }),
    figure("averageHoldTime", "Hold", took, { extra: true }),
    figure("averageWrapTime", "Wrap-up", took, { extra: true }),
    count("attempts", "Calls out", ({ sums }) => sums.attempts),
    count("connects", "Answered out", ({ sums }) => sums.connects, { extra: true }),
    count("pickedUp", "Automatic, answered", ({ sums }) => sums.pickedUp, { extra: true }),
    figure("dropShare", "Without an agent", percent, { extra: true }),
    count("machines", "Answering machines", ({ sums }) => sums.machines, { extra: true }),
    figure("occupancy", "Occupancy", percent),
    figure("ringNoAnswer", "Not picked up", percent, { extra: true }),
    count("early", "Gave up early", ({ sums }) => sums.abandonedEarly, { extra: true }),
  ];
}
