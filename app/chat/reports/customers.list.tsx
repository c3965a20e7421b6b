import { z } from "zod";
import { reportFilters } from "../../../services/chat/contract.reports";
import type { ReportLine } from "../../../services/chat/contract.statistics";
import { paging } from "../../../services/kit/contract";
import { type ListColumn, list } from "../../kit/lists/definition";
import { figureColumns, LineName, type leading } from "./report-columns";

const shown = ["chats", "open", "ended", "answered", "unanswered", "first", "handle", "rated", "rating"];

/** @param lead where the figures lead to; without it they are figures alone */
export function customerColumns(lead?: ReturnType<typeof leading>): ListColumn<ReportLine>[] {
  return [
    {
      ...{ name: "name", label: "Customer", wide: true, mobileOrder: 1, fixed: true },
      value: (line) => line.name,
      cell: (line) => <LineName line={line} />,
    },
    {
      ...{ name: "note", label: "Number or address", extra: true },
      value: (line) => line.note,
    },
    ...figureColumns(shown, lead),
  ];
}

/** Conversations by customer, the one with most first. */
export const customersList = list({
  path: "/chat/reports/customers",
  file: "chat-report-customers",
  noun: ["customer", "customers"],
  search: z.object({ ...paging, ...reportFilters }),
  rows: ({ api, whole }, query) =>
    api.chat.reportCustomers({ query: { ...query, ...(whole ? { per_page: 5_000, counted: "no" as const } : {}) } }),
  columns: () => customerColumns(),
  id: ({ id }) => id,
});
