import { formatMoney } from "../../../rules/crm-money";
import { axisDate, commas } from "../../../rules/format";
import type { CrmSummary } from "../../../services/crm/contract.summary";
import { stageLabel } from "../record/labels";

/** A number as the page writes it, and what it is made of: a sum in several currencies is several values. */
type DashboardFigure = { name: string; shown: string; values: readonly { value: number; unit: string }[] };

type Amounts = readonly { currency: string; cents: number }[];

/** "12 deals". */
function counted(name: string, value: number, one: string, many: string): DashboardFigure {
  return { name, shown: `${commas(value)} ${value === 1 ? one : many}`, values: [{ value, unit: "" }] };
}

function plain(name: string, value: number): DashboardFigure {
  return { name, shown: commas(value), values: [{ value, unit: "" }] };
}

/** "25%"; no figure where there is nothing that it is of. */
function share(name: string, part: number, of: number): DashboardFigure {
  if (of === 0) return { name, shown: "–", values: [] };
  const value = Math.round((part * 100) / of);
  return { name, shown: `${value}%`, values: [{ value, unit: "%" }] };
}

/** "KES 1,000.00, USD 20.00": sums of different currencies stand beside each other. */
function money(name: string, amounts: Amounts, none = "–"): DashboardFigure {
  return {
    name,
    shown: amounts.map(({ currency, cents }) => formatMoney(cents, currency)).join(", ") || none,
    values: amounts.map(({ currency, cents }) => ({ value: cents / 100, unit: currency })),
  };
}

/** "3.5 days". */
function days(name: string, value: number): DashboardFigure {
  const shown = value.toLocaleString("en-KE", { maximumFractionDigits: 1 });
  return { name, shown: `${shown} ${value === 1 ? "day" : "days"}`, values: [{ value, unit: "days" }] };
}

export const tableNames = {
  totals: "Totals",
  stages: "Deals by stage",
  forecast: "Forecast",
  sources: "Leads by source",
  times: "Time in stage",
  people: "Activities by person",
} as const;

const kindNames = { lead: "Leads", deal: "Deals", contact: "Contacts" } as const;

/** Stages of leads, deals and contacts in one table: each says what it is of, and its pipeline where there are several. */
function timedStage({ stage, kind, pipeline }: CrmSummary["stage_times"][number], all: CrmSummary["stage_times"]) {
  if (kind === null) return { label: stage, group: "Deleted since" };
  const several = all.some((other) => other.kind === kind && other.pipeline !== pipeline);
  return { label: stage, group: several ? `${kindNames[kind]}, ${pipeline}` : kindNames[kind] };
}

/** The sources of leads; those that are not listed are one line at the end, which no list has. */
function listedSources({ sources, other_sources }: CrmSummary) {
  const listed = sources.map((one) => ({ ...one, key: one.source, label: one.source || "No source" }));
  // No source begins with a space.
  const others = other_sources ? [{ ...other_sources, source: null, key: " others", label: "Others" }] : [];
  return [...listed, ...others];
}

/** The figures of the dashboard, in the order of the page, which draws them, and of the file, which lists them. */
export function dashboardFigures(summary: CrmSummary, tasks: { open: number; late: number } | undefined) {
  const { open, stages, won, lost, sales, sold, forecast, stage_times, activities } = summary;
  return {
    totals: {
      leads: [plain("Open leads", open.leads)] as const,
      deals: [plain("Open deals", open.deals), money("Value of open deals", open.values, "")] as const,
      won: [
        share("Deals won", won, won + lost),
        counted("Won", won, "won", "won"),
        counted("Lost", lost, "lost", "lost"),
      ] as const,
      sales: [plain("Sales", sales), money("Value of sales", sold, "")] as const,
      tasks: tasks && ([plain("My open tasks", tasks.open), plain("My late tasks", tasks.late)] as const),
    },
    stages: stages.map((stage) => ({
      ...{ key: String(stage.id), label: stageLabel(stage, stages), category: stage.category },
      figures: [
        { name: "Likely", shown: `${stage.probability}% likely`, values: [{ value: stage.probability, unit: "%" }] },
        counted("Deals", stage.deals, "deal", "deals"),
        money("Value", stage.values),
      ] as const,
    })),
    forecast: forecast.map(({ month, deals, values, likely }) => {
      const all = money("Value", values);
      return {
        ...{ key: month, label: axisDate(month) },
        figures: [
          { ...all, shown: `of ${all.shown}` },
          counted("Deals", deals, "deal", "deals"),
          money("Likely value", likely),
        ] as const,
      };
    }),
    sources: listedSources(summary).map(({ source, key, label, leads, converted }) => ({
      ...{ key, source, label },
      figures: [
        counted("Converted", converted, "converted", "converted"),
        counted("Leads", leads, "lead", "leads"),
        share("Conversion", converted, leads),
      ] as const,
    })),
    times: stage_times.map((time) => ({
      ...{ key: String(time.stage_id), ...timedStage(time, stage_times) },
      figures: [
        counted("Left the stage", time.records, "record", "records"),
        days("Mean time", time.mean_days),
      ] as const,
    })),
    people: activities.map(({ user_id, name, notes, calls, appointments, tasks: done }) => ({
      ...{ key: user_id ?? `name ${name}`, user_id, label: name || "No user" },
      figures: [
        counted("Notes", notes, "note", "notes"),
        counted("Calls", calls, "call", "calls"),
        counted("Appointments", appointments, "appointment", "appointments"),
        counted("Tasks done", done, "task done", "tasks done"),
      ] as const,
    })),
  };
}

export type DashboardFigures = ReturnType<typeof dashboardFigures>;

/** A line of the file: a figure of the page. */
type DashboardRow = { table: string; line: string; figure: string; value: number | null; unit: string };

/** Every figure of the page, table after table. */
export function dashboardRows({ totals, ...tables }: DashboardFigures): DashboardRow[] {
  const rowsOf = (table: string, line: string, figures: readonly DashboardFigure[]) =>
    figures.flatMap(({ name, values }): DashboardRow[] =>
      values.length === 0
        ? [{ table, line, figure: name, value: null, unit: "" }]
        : values.map((one) => ({ table, line, figure: name, ...one })),
    );
  const totalRows = Object.values(totals).flatMap((figures) => rowsOf(tableNames.totals, "", figures ?? []));
  const names = ["stages", "forecast", "sources", "times", "people"] as const;
  const lines = names.flatMap((name) =>
    tables[name].flatMap((line) => {
      const label = "group" in line ? `${line.group}: ${line.label}` : line.label;
      return rowsOf(tableNames[name], label, line.figures);
    }),
  );
  return [...totalRows, ...lines];
}
