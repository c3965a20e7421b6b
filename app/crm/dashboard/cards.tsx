import { href } from "../../href";
import { Card, CardHead } from "../../kit/ui/card";
import { Stat } from "../../kit/ui/stat";
import { Status } from "../../kit/ui/status";
import { categoryKinds } from "../record/labels";
import { type DashboardFigures, tableNames } from "./figures";
import { Lines } from "./lines";

type DashboardCardsProps = {
  span: { start_date: string; end_date: string };
  figures: DashboardFigures;
  /** The lists that the viewer may open. */
  may: { leads: boolean; deals: boolean; sales: boolean; tasks: boolean };
};

const to = (allowed: boolean, address: string) => (allowed ? { to: address } : {});
const table = (query: Record<string, string | number>) => href("/crm/deals", undefined, { view: "table", ...query });

/** The figures of the dashboard; each opens the list of what it counts, where there is one. */
export function DashboardCards({ span, figures, may }: DashboardCardsProps) {
  return (
    <>
      <Totals span={span} figures={figures} may={may} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Card label={tableNames.stages}>
          <CardHead title={tableNames.stages} />
          <Lines
            empty="Deals appear here in the stages that they go through."
            lines={figures.stages.map(({ key, label, category, figures: [likely, deals, value] }) => ({
              ...{ key, name: label, label: <Status kind={categoryKinds[category]}>{label}</Status> },
              cells: [likely.shown, { text: deals.shown, ...to(may.deals, table({ stage: key })) }, value.shown],
            }))}
          />
        </Card>
        <Card label={tableNames.forecast}>
          <CardHead title={tableNames.forecast} />
          <Lines
            empty="Open deals with an expected close appear here by month."
            lines={figures.forecast.map(({ key, label, figures: [value, deals, likely] }) => ({
              ...{ key, name: label, label },
              cells: [value.shown, { text: deals.shown, ...to(may.deals, table({ closes: key })) }, likely.shown],
            }))}
          />
        </Card>
        <Card label={tableNames.sources}>
          <CardHead title={tableNames.sources} />
          <Lines
            empty="Leads that are added in this period appear here."
            lines={figures.sources.map(({ key, source, label, figures: [converted, leads, share] }) => {
              const made = { made_from: span.start_date, made_until: span.end_date };
              const address = href("/crm/leads", undefined, { state: "all", source: source || "none", ...made });
              return {
                ...{ key, name: label, label },
                cells: [
                  converted.shown,
                  { text: leads.shown, ...to(may.leads && source !== null, address) },
                  share.shown,
                ],
              };
            })}
          />
        </Card>
        <Card label={tableNames.times}>
          <CardHead title={tableNames.times} />
          <Lines
            empty="The stages that records left in this period appear here."
            lines={figures.times.map(({ key, label, group, figures: [records, mean] }) => ({
              ...{ key, name: label, label },
              cells: [group, records.shown, mean.shown],
            }))}
          />
        </Card>
        <People figures={figures.people} span={span} linked={may.tasks} />
      </div>
    </>
  );
}

function Totals({ span, figures, may }: DashboardCardsProps) {
  const { leads, deals, won, sales, tasks } = figures.totals;
  const [rate, ...ended] = won;
  const { start_date, end_date } = span;
  return (
    <div className={`mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 ${tasks ? "lg:grid-cols-3" : "lg:grid-cols-4"}`}>
      <Stat label={leads[0].name} value={leads[0].shown} {...to(may.leads, href("/crm/leads"))} />
      <Stat label={deals[0].name} value={deals[0].shown} note={deals[1].shown} {...to(may.deals, table({}))} />
      <Stat
        label={rate.name}
        value={rate.shown}
        note={ended.map(({ shown }) => shown).join(", ")}
        {...to(may.deals, table({ state: "closed", ended_from: start_date, ended_until: end_date }))}
      />
      <Stat
        label={sales[0].name}
        value={sales[0].shown}
        note={sales[1].shown}
        {...to(may.sales, href("/crm/sales", undefined, { start_date, end_date }))}
      />
      {tasks && (
        <>
          <Stat
            label={tasks[0].name}
            value={tasks[0].shown}
            to={href("/crm/contactactions/tasks", undefined, { owner: "me" })}
          />
          <Stat
            label={tasks[1].name}
            value={tasks[1].shown}
            late={tasks[1].shown !== "0"}
            to={href("/crm/contactactions/tasks", undefined, { owner: "me", when: "late" })}
          />
        </>
      )}
    </div>
  );
}

type PeopleProps = { figures: DashboardFigures["people"]; span: DashboardCardsProps["span"]; linked: boolean };

/** Tasks have a list by person and days; notes, calls and appointments have none. */
function People({ figures, span, linked }: PeopleProps) {
  const done = { when: "done", done_from: span.start_date, done_until: span.end_date };
  return (
    <Card label={tableNames.people}>
      <CardHead title={tableNames.people} />
      <Lines
        empty="Notes, calls, appointments and tasks of this period appear here by person."
        lines={figures.map(({ key, user_id, label, figures: [notes, calls, appointments, tasks] }) => ({
          ...{ key, name: label, label },
          cells: [
            notes.shown,
            calls.shown,
            appointments.shown,
            {
              text: tasks.shown,
              ...to(
                linked && user_id !== null,
                href("/crm/contactactions/tasks", undefined, { owner: user_id ?? "", ...done }),
              ),
            },
          ],
        }))}
      />
    </Card>
  );
}
