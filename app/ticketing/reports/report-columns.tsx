import { statuses } from "../../../rules/ticket-labels";
import type { ReportRow } from "../../../services/ticketing/contract.statistics";
import type { Query } from "../../href";
import { Link } from "../../kit/ui/link";
import type { Column } from "../../kit/ui/table";
import { meanText, statusWords } from "../kit/labels";
import { lineName, type ReportKind, reportKinds } from "./reports.list";

const figure = (count: number) => count.toLocaleString("en-KE");

/** The columns of a report. `lead` answers the list behind a figure; nothing for those who may not open it. */
export function reportColumns(by: ReportKind, lead: (more: Query) => string | undefined): Column<ReportRow>[] {
  const { one } = reportKinds[by];
  const named = (row: ReportRow) => lineName(row, by);
  const linked = (count: number, more: Query, what: string) => {
    const to = count > 0 ? lead(more) : undefined;
    return to ? (
      <Link className="link inline-block min-h-6 min-w-6 leading-6" to={to}>
        {figure(count)}
        <span className="sr-only"> {what}</span>
      </Link>
    ) : (
      figure(count)
    );
  };
  const counted = (
    name: string,
    label: string,
    count: (row: ReportRow) => number,
    more: Query,
    look: Partial<Column<ReportRow>> = { hideOnSmall: true },
  ): Column<ReportRow> => ({
    name,
    label,
    align: "right",
    cell: (row) => linked(count(row), { ...row.filter, ...more }, `${label.toLowerCase()}: ${named(row)}`),
    ...look,
  });
  return [
    { name: "name", label: one, wide: true, mobileOrder: 1, cell: named },
    counted("total", "Tickets", (row) => row.total, {}, { alignEnd: true, mobileOrder: 1 }),
    ...statuses.map((status) => counted(status, statusWords[status].word, (row) => row.by_status[status], { status })),
    counted("overdue", "Overdue", (row) => row.overdue, { due: "overdue" }, { cardLabel: "Overdue", mobileOrder: 2 }),
    counted("missed", "Missed a target", (row) => row.breached, { sla: "late" }),
    counted("met", "Met", (row) => row.met, { sla: "met" }),
    {
      name: "first",
      label: "First response",
      align: "right",
      cardLabel: "First response",
      mobileOrder: 3,
      cell: (row) => meanText(row.first_response_minutes, row.first_response_count),
    },
    {
      name: "resolution",
      label: "Resolution",
      align: "right",
      hideOnSmall: true,
      cell: (row) => meanText(row.resolution_minutes, row.resolution_count),
    },
  ];
}
