import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { ChartColumn, Download } from "lucide-react";
import type { ReportRow } from "../../../services/ticketing/contract.statistics";
import { href, type Query } from "../../href";
import { BarChart } from "../../kit/ui/bar-chart";
import { LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { EmptyState } from "../../kit/ui/empty-state";
import { PageHeader } from "../../kit/ui/page-header";
import { Stat } from "../../kit/ui/stat";
import { Table } from "../../kit/ui/table";
import { Tabs } from "../../kit/ui/tabs";
import { FilterRow } from "../tickets/filter-row";
import { DaysChart } from "./days-chart";
import type { loadReport } from "./report.server";
import { reportColumns } from "./report-columns";
import { toList } from "./report-links";
import { lineName, lineUnit, type ReportKind, reportKinds } from "./reports.list";

type ReportViewProps = { found: SerializeFrom<typeof loadReport>; by: ReportKind };

const paths: Record<ReportKind, string> = {
  dispositions: href("/ticketing/reports/dashboard/dispositions"),
  members: href("/ticketing/reports/dashboard/members"),
  stages: href("/ticketing/reports/dashboard/stages"),
  status: href("/ticketing/reports/dashboard/status"),
};

/** As many lines as a chart can carry; the table below has all of them. */
const drawnMost = 12;

const figure = (count: number) => count.toLocaleString("en-KE");

/** One of the four reports: the same tickets as the list under these filters, and every figure leads there. */
export function ReportView({ found, by }: ReportViewProps) {
  const { report, choices, search: searched, oversees } = found;
  const { sort: _, ...search } = searched;
  const location = useLocation();
  const { one, tab } = reportKinds[by];
  const named = (row: ReportRow) => lineName(row, by);
  const lead = (more: Query) => (oversees ? toList(search, more) : undefined);
  const columns = reportColumns(by, lead);
  const stat = (label: string, count: number, more: Query) => {
    const to = lead(more);
    return <Stat label={label} value={figure(count)} {...(to ? { to } : {})} />;
  };
  const drawn = report.data.slice(0, drawnMost);
  return (
    <>
      <PageHeader
        title="Ticketing reports"
        text={`Times are mean work time, pauses not counted, with the number of tickets (n) behind each. Days are those of ${report.time_zone}.`}
      />
      <Tabs
        label="Reports"
        tabs={Object.entries(paths).map(([name, path]) => ({
          label: reportKinds[name as ReportKind].tab,
          to: `${path}${location.search}`,
          current: name === by,
        }))}
      />
      <FilterRow search={searched} choices={choices} clear={paths[by]} without={["sort"]} />
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        {stat("Tickets", report.total, {})}
        {stat("Overdue", report.overdue, { due: "overdue" })}
        {stat("Missed a target", report.breached, { sla: "late" })}
        {stat("Met every target", report.met, { sla: "met" })}
      </div>
      {report.data.length === 0 ? (
        <Card label="Report">
          <EmptyState
            icon={ChartColumn}
            kind="filtered"
            title="No tickets match these filters"
            text="Remove a filter to see more."
          />
        </Card>
      ) : (
        <>
          <Card label={tab}>
            <CardHead count={figure(report.data.length)} unit={lineUnit(by, report.data.length)}>
              {by === "members" && (
                <span className="text-sm text-quiet">A ticket with two members is in two rows.</span>
              )}
              <LinkButton to={`${paths[by]}.csv${location.search}`} icon={Download} reloadDocument>
                Export CSV
              </LinkButton>
            </CardHead>
            <Table label={tab} columns={columns} rows={report.data} id={(row) => `${row.id} ${row.name}`} />
          </Card>
          <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
            <BarChart
              title={`Tickets by ${one.toLowerCase()}`}
              yLabel="Tickets"
              xLabel={report.data.length > drawnMost ? `${one}, the ${drawnMost} with most` : one}
              places={drawn.map(named)}
              series={[{ label: "Tickets", values: drawn.map(({ total }) => total) }]}
            />
            <DaysChart
              title="Opened and resolved, 30 days"
              xLabel="Day"
              spans={report.created_by_day.map(({ day, created, resolved }) => ({
                name: day.slice(5).replace("-", "."),
                start: day,
                end: day,
                counts: { created, resolved },
              }))}
              lead={lead}
            />
          </div>
        </>
      )}
    </>
  );
}
