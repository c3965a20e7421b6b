// /chat/reports/customers - conversations by customer
import { useLoaderData } from "@remix-run/react";
import { Users } from "lucide-react";
import type { ReportLine } from "../../services/chat/contract.statistics";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { titled } from "../kit/title";
import { EmptyState } from "../kit/ui/empty-state";
import { Stat } from "../kit/ui/stat";
import type { Column } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { reportFrom } from "./reports/report.server";
import { LineName, leading, lineColumns } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";
import { figure, stars } from "./reports/report-labels";
import { customersList } from "./reports/reports.list";

export const meta = titled("Chats by customer");

export const loader = page("/chat/reports/customers", async (given) => {
  const query = searchOf(customersList, given.url);
  const [filters, answer] = await Promise.all([reportFrom(given), given.api.chat.reportCustomers({ query })]);
  const { period, all, ...rows } = expectStatus(answer, 200);
  return { ...filters, period, all, rows };
});

export default function Customers() {
  const { all, rows, ...filters } = useLoaderData<typeof loader>();
  const lead = leading(filters.search, filters.period);
  const { count, first, handle, rating } = lineColumns<ReportLine>(lead);
  const columns: Column<ReportLine>[] = [
    { name: "name", label: "Customer", wide: true, mobileOrder: 1, cell: (line) => <LineName line={line} /> },
    count("chats", { alignEnd: true, mobileOrder: 1, cardUnit: "chats" }),
    ...[count("open"), count("ended"), count("answered"), count("unanswered"), first, handle, count("rated"), rating],
  ];
  const stat = (label: string, value: string, of: number, more: Record<string, string>) => {
    const to = lead.to(of, more);
    return <Stat label={label} value={value} {...(to ? { to } : {})} />;
  };
  return (
    <ReportFrame current="Customers" {...filters}>
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        <Stat label="Customers" value={figure(rows.total)} />
        {stat("Chats", figure(all.chats), all.chats, {})}
        {stat("Answered", figure(all.answered), all.answered, { answered: "yes" })}
        {stat("Rating", stars(all.rating), all.rated, { rating: "any" })}
      </div>
      <div>
        <ListCard
          noun={["customer", "customers"]}
          rows={rows}
          columns={columns}
          id={({ id }) => id}
          csvHref={href("/chat/reports/customers.csv")}
          empty={
            <EmptyState
              icon={Users}
              kind="filtered"
              title="No conversations match these filters"
              text="Choose a longer period, or remove a filter."
            />
          }
        />
      </div>
    </ReportFrame>
  );
}
