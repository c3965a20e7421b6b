import type { ReactNode } from "react";
import type { ReportFilters } from "../../../services/chat/contract.reports";
import type { Figures, ReportLine, StatisticsPeriod } from "../../../services/chat/contract.statistics";
import type { Query } from "../../href";
import { Link } from "../../kit/ui/link";
import type { Column } from "../../kit/ui/table";
import { figure, ofCount, stars, took } from "./report-labels";
import { toChats } from "./report-links";

/** A column of a report, on the page and in its file. */
export type ReportColumn<Row> = Omit<Column<Row>, "sort"> & {
  heading?: string;
  value(row: Row): string | number | null;
};
type ColumnLook = Partial<Omit<Column<never>, "cell" | "sort">> & { extra?: boolean };

/** The way from a figure to its conversations: nothing leads nowhere. */
export function leading(search: ReportFilters, period: StatisticsPeriod) {
  const to = (count: number, more: Query) => (count > 0 ? toChats(search, period, more) : undefined);
  /** A figure as a link; `count` is the number of conversations it leads to. */
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

export type FigureLinks = ReturnType<typeof leading>;

/** In a file, and until a page knows its period, a figure leads nowhere. */
export const plain: Pick<FigureLinks, "linked"> = { linked: (shown) => shown };

/** What each count is called, in files too, and what the list needs besides to show the same conversations. */
const counts = {
  chats: { label: "Chats", heading: "Chats", more: {} },
  bot: { label: "With the bot", heading: "With the bot", more: { state: "bot" } },
  waiting: { label: "Waiting", heading: "Waiting", more: { state: "waiting" } },
  open: { label: "Open", heading: "Open", more: { state: "open" } },
  ended: { label: "Ended", heading: "Ended", more: { state: "ended" } },
  answered: { label: "Answered", heading: "Answered", more: { answered: "yes" } },
  unanswered: { label: "Not answered", heading: "Not answered", more: { answered: "no" } },
  in_hours: { label: "In hours", heading: "In business hours", more: { hours: "in" } },
  outside_hours: { label: "Outside", heading: "Outside business hours", more: { hours: "out" } },
  handled: { label: "Handled", heading: "Handled", more: { handled: "yes" } },
  rated: { label: "Rated", heading: "Rated", more: { rating: "any" } },
  satisfied: { label: "4 or 5", heading: "Rated 4 or 5", more: { rating: "satisfied" } },
  comments: { label: "Comments", heading: "Comments", more: { rating: "comment" } },
} satisfies { [name in keyof Figures]?: { label: string; heading: string; more: Query } };

type Mean = {
  name: keyof Figures;
  label: string;
  heading: string;
  shown(value: number): string;
  of: keyof Figures;
  more: Query;
};

/** The means: how each is shown, how many conversations it is of, and which. */
const means = {
  first: {
    ...{ name: "first_response_seconds", label: "First response", heading: "First response, seconds" },
    ...{ shown: took, of: "answered", more: { answered: "yes" } },
  },
  business: {
    ...{ name: "first_response_business_seconds", label: "In hours", heading: "Of it in business hours, seconds" },
    ...{ shown: took, of: "answered", more: { answered: "yes" } },
  },
  outside: {
    ...{ name: "first_response_outside_seconds", label: "Outside", heading: "Of it outside, seconds" },
    ...{ shown: took, of: "answered", more: { answered: "yes" } },
  },
  handle: {
    ...{ name: "handle_seconds", label: "Handle time", heading: "Handle time, seconds" },
    ...{ shown: took, of: "handled", more: { handled: "yes" } },
  },
  rating: { name: "rating", label: "Rating", heading: "Rating", shown: stars, of: "rated", more: { rating: "any" } },
} satisfies { [name: string]: Mean };

/** The columns of a report's lines: counts, and means, that lead to the conversations they are of. */
export function lineColumns<Row extends ReportLine>({ linked }: Pick<FigureLinks, "linked"> = plain) {
  function count(kind: keyof typeof counts, look: ColumnLook = { hideOnSmall: true }): ReportColumn<Row> {
    const { label, heading, more } = counts[kind];
    return {
      ...{ name: kind, label, heading, align: "right" },
      value: (row) => row[kind],
      cell: (row) =>
        linked(figure(row[kind]), row[kind], { ...row.filter, ...more }, `${label.toLowerCase()}: ${row.name}`),
      ...look,
    };
  }
  function mean(kind: keyof typeof means, look: ColumnLook = { hideOnSmall: true }): ReportColumn<Row> {
    const { name, label, heading, shown, of, more } = means[kind];
    return {
      ...{ name: kind, label, heading, align: "right" },
      value: (row) => (row[of] === 0 ? null : row[name]),
      cell: (row) =>
        linked(
          ofCount(row[of], shown(row[name])),
          row[of],
          { ...row.filter, ...more },
          `${label.toLowerCase()}: ${row.name}`,
        ),
      ...look,
    };
  }
  return {
    count,
    first: mean("first", { cardLabel: "First response", mobileOrder: 3 }),
    business: mean("business"),
    outside: mean("outside"),
    handle: mean("handle", { cardLabel: "Handle time", mobileOrder: 4 }),
    rating: mean("rating"),
  };
}

/** Every figure of a line, in the order of a file; those that are not in `shown` are there to be chosen. */
export function figureColumns<Row extends ReportLine>(
  shown: readonly string[],
  lead: Pick<FigureLinks, "linked"> = plain,
): ReportColumn<Row>[] {
  const { count, first, business, outside, handle, rating } = lineColumns<Row>(lead);
  return [
    count("chats", { alignEnd: true, mobileOrder: 1, cardUnit: "chats" }),
    ...[count("bot"), count("waiting"), count("open"), count("ended"), count("answered"), count("unanswered")],
    ...[count("in_hours"), count("outside_hours"), first, business, outside, count("handled"), handle],
    ...[count("rated"), count("satisfied"), count("comments"), rating],
  ].map((column) => (shown.includes(column.name) ? column : { ...column, extra: true }));
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
