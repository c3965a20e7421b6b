import type { ReactNode } from "react";
import type { ReportFilters } from "../../../services/chat/contract.reports";
import type { Figures, ReportLine, StatisticsPeriod } from "../../../services/chat/contract.statistics";
import type { Query } from "../../href";
import { Link } from "../../kit/ui/link";
import type { Column } from "../../kit/ui/table";
import { figure, stars, took } from "./report-labels";
import { toChats } from "./report-links";

type Look<Row> = Partial<Column<Row>>;

/** The way from a figure to its conversations: nothing leads nowhere. */
export function leading(search: ReportFilters, period: StatisticsPeriod) {
  const to = (count: number, more: Query) => (count > 0 ? toChats(search, period, more) : undefined);
  /** A figure as a link; `count` is how many conversations stand behind it. */
  function linked(shown: ReactNode, count: number, more: Query, what: string) {
    const path = to(count, more);
    if (!path) return shown;
    return (
      <Link className="link inline-block min-h-6 min-w-6 leading-6" to={path}>
        {shown}
        <span className="sr-only"> {what}</span>
      </Link>
    );
  }
  return { to, linked };
}

export type Leading = ReturnType<typeof leading>;

type Kind = "chats" | "waiting" | "open" | "ended" | "answered" | "unanswered" | "in_hours" | "outside_hours" | "rated";

/** What each count is called, and what the list needs besides to show the same conversations. */
const counts: Record<Kind, { label: string; more: Query }> = {
  chats: { label: "Chats", more: {} },
  waiting: { label: "Waiting", more: { state: "waiting" } },
  open: { label: "Open", more: { state: "open" } },
  ended: { label: "Ended", more: { state: "ended" } },
  answered: { label: "Answered", more: { answered: "yes" } },
  unanswered: { label: "Not answered", more: { answered: "no" } },
  in_hours: { label: "In hours", more: { hours: "in" } },
  outside_hours: { label: "Outside", more: { hours: "out" } },
  rated: { label: "Rated", more: { rating: "any" } },
};

/** The columns of a report's lines: counts, and means that lead to the conversations they are of. */
export function lineColumns<Row extends ReportLine>({ linked }: Leading) {
  const count = (kind: Kind, look: Look<Row> = { hideOnSmall: true }): Column<Row> => ({
    ...{ name: kind, label: counts[kind].label, align: "right" as const },
    cell: (row) =>
      linked(
        figure(row[kind]),
        row[kind],
        { ...row.filter, ...counts[kind].more },
        `${counts[kind].label.toLowerCase()}: ${row.name}`,
      ),
    ...look,
  });
  const mean = (
    name: string,
    label: string,
    shown: (row: Figures) => string,
    of: (row: Figures) => number,
    more: Query,
    look: Look<Row> = { hideOnSmall: true },
  ): Column<Row> => ({
    ...{ name, label, align: "right" as const },
    cell: (row) => linked(shown(row), of(row), { ...row.filter, ...more }, `${label.toLowerCase()}: ${row.name}`),
    ...look,
  });
  const answered = (row: Figures) => row.answered;
  const yes = { answered: "yes" };
  return {
    count,
    first: mean("first", "First response", (row) => took(row.first_response_seconds), answered, yes, {
      cardLabel: "First response",
      mobileOrder: 3,
    }),
    business: mean("business", "In hours", (row) => took(row.first_response_business_seconds), answered, yes),
    outside: mean("outside", "Outside", (row) => took(row.first_response_outside_seconds), answered, yes),
    handle: mean(
      "handle",
      "Handle time",
      (row) => took(row.handle_seconds),
      (row) => row.handled,
      { handled: "yes" },
      {
        cardLabel: "Handle time",
        mobileOrder: 4,
      },
    ),
    rating: mean(
      "rating",
      "Rating",
      (row) => stars(row.rating),
      (row) => row.rated,
      { rating: "any" },
    ),
  };
}

/** The sum of all lines as the last of them. */
export function totalLine(total: Figures): ReportLine {
  return { ...total, id: "all", name: "Total", note: "", channel: null, filter: {} };
}

/** A line's name, and in small what there is to know of it. */
export function LineName({ line: { id, name, note } }: { line: Pick<ReportLine, "id" | "name" | "note"> }) {
  if (id === "all") return <b className="font-semibold">{name}</b>;
  return (
    <>
      {name}
      {note && <span className="text-quiet"> {note}</span>}
    </>
  );
}
