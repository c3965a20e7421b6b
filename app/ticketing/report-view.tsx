import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { ChartColumn } from "lucide-react";
import { statuses } from "../../rules/ticket-words";
import type { ReportRow } from "../../services/ticketing/contract.figures";
import { href } from "../href";
import { withQuery } from "../kit/list";
import { BarChart } from "../kit/ui/bar-chart";
import { Card, CardHead } from "../kit/ui/card";
import { Empty } from "../kit/ui/empty";
import { LineChart } from "../kit/ui/line-chart";
import { Link } from "../kit/ui/link";
import { PageHead } from "../kit/ui/page-head";
import { Stat } from "../kit/ui/stat";
import { type Column, Table } from "../kit/ui/table";
import { Tabs } from "../kit/ui/tabs";
import { FilterRow } from "./filter-row";
import type { loadReport } from "./report.server";
import { minutesWords, statusWords } from "./words";

type ReportViewProps = { found: SerializeFrom<typeof loadReport>; by: keyof typeof paths; one: string };

const paths = {
  dispositions: href("/ticketing/reports/dashboard/dispositions"),
  members: href("/ticketing/reports/dashboard/members"),
  stages: href("/ticketing/reports/dashboard/stages"),
  status: href("/ticketing/reports/dashboard/status"),
};
const tabWords = { dispositions: "Dispositions", members: "Members", stages: "Stages", status: "Status" } as const;

/** As many lines as a chart can carry; the table below has all of them. */
const drawnMost = 12;

const figure = (count: number) => count.toLocaleString("en-KE");

/** One of the four reports: the same tickets as the list under these filters. */
export function ReportView({ found, by, one }: ReportViewProps) {
  const { report, choices, search, oversees } = found;
  const location = useLocation();
  const toList = (more: Record<string, string>) => `${href("/ticketing/tickets")}${withQuery(location.search, more)}`;
  const linked = (count: number, more: Record<string, string>, what: string) =>
    oversees && count > 0 ? (
      <Link className="link" to={toList(more)}>
        {figure(count)}
        <span className="sr-only"> {what}</span>
      </Link>
    ) : (
      figure(count)
    );
  const named = (row: ReportRow) => {
    const name = by === "status" ? (statusWords[row.name as keyof typeof statusWords]?.word ?? row.name) : row.name;
    return row.parent && row.parent !== row.name ? `${row.parent}: ${name}` : name;
  };
  const led = (row: ReportRow) => Object.keys(row.filter).length > 0;
  const columns: Column<ReportRow>[] = [
    { name: "name", label: one, wide: true, cardOrder: 1, cell: named },
    {
      name: "total",
      label: "Tickets",
      align: "right",
      toRight: true,
      cardOrder: 1,
      cell: (row) => (led(row) ? linked(row.total, row.filter, `tickets: ${named(row)}`) : figure(row.total)),
    },
    ...statuses.map(
      (status): Column<ReportRow> => ({
        name: status,
        label: statusWords[status].word,
        align: "right",
        drop: true,
        cell: (row) => figure(row.by_status[status]),
      }),
    ),
    {
      name: "overdue",
      label: "Overdue",
      align: "right",
      cardLabel: "Overdue",
      cardOrder: 2,
      cell: (row) =>
        led(row)
          ? linked(row.overdue, { ...row.filter, due: "overdue" }, `overdue: ${named(row)}`)
          : figure(row.overdue),
    },
    { name: "missed", label: "Missed a target", align: "right", drop: true, cell: (row) => figure(row.breached) },
    { name: "met", label: "Met", align: "right", drop: true, cell: (row) => figure(row.met) },
    {
      name: "first",
      label: "First response",
      align: "right",
      cardLabel: "First response",
      cardOrder: 3,
      cell: (row) => (row.first_response_minutes === null ? "–" : minutesWords(row.first_response_minutes)),
    },
    {
      name: "resolution",
      label: "Resolution",
      align: "right",
      drop: true,
      cell: (row) => (row.resolution_minutes === null ? "–" : minutesWords(row.resolution_minutes)),
    },
  ];
  const drawn = report.data.slice(0, drawnMost);
  return (
    <>
      <PageHead
        title="Ticketing reports"
        text={`Times are mean work time, pauses not counted. Days are those of ${report.time_zone}.`}
      />
      <Tabs
        label="Reports"
        tabs={Object.entries(paths).map(([name, path]) => ({
          label: tabWords[name as keyof typeof paths],
          to: `${path}${location.search}`,
          current: name === by,
        }))}
      />
      <FilterRow search={search} choices={choices} clear={paths[by]} without={["sort"]} />
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        <Stat label="Tickets" value={figure(report.total)} {...(oversees ? { to: toList({}) } : {})} />
        <Stat
          label="Overdue"
          value={figure(report.overdue)}
          {...(oversees ? { to: toList({ due: "overdue" }) } : {})}
        />
        <Stat label="Missed a target" value={figure(report.breached)} />
        <Stat
          label="Met every target"
          value={figure(report.met)}
          {...(oversees ? { to: toList({ sla: "met" }) } : {})}
        />
      </div>
      {report.data.length === 0 ? (
        <Card label="Report">
          <Empty
            icon={ChartColumn}
            kind="filtered"
            title="No tickets under these filters"
            text="Remove a filter to see more."
          />
        </Card>
      ) : (
        <>
          <Card label={tabWords[by]}>
            <CardHead count={figure(report.data.length)} unit={report.data.length === 1 ? "line" : "lines"}>
              {by === "members" && <span className="text-sm text-quiet">A ticket of two members is in two lines.</span>}
            </CardHead>
            <Table label={tabWords[by]} columns={columns} rows={report.data} id={(row) => `${row.id} ${row.name}`} />
          </Card>
          <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
            <BarChart
              title={`Tickets by ${one.toLowerCase()}`}
              yLabel="Tickets"
              xLabel={report.data.length > drawnMost ? `${one}, the ${drawnMost} with most` : one}
              places={drawn.map(named)}
              series={[{ label: "Tickets", values: drawn.map(({ total }) => total) }]}
            />
            <LineChart
              title="Opened and resolved, 30 days"
              yLabel="Tickets"
              xLabel="Day"
              places={report.created_by_day.map(({ day }) => day.slice(5).replace("-", "."))}
              series={[
                { label: "Opened", values: report.created_by_day.map(({ created }) => created) },
                { label: "Resolved", values: report.created_by_day.map(({ resolved }) => resolved) },
              ]}
            />
          </div>
        </>
      )}
    </>
  );
}
