// /chat/reports/customers - conversations by customer
import { useLoaderData } from "@remix-run/react";
import { Users } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { Stat } from "../kit/ui/stat";
import { page } from "../shell/page.server";
import { customerColumns, customersList } from "./reports/customers.list";
import { reportFrom } from "./reports/report.server";
import { leading } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";
import { figure, ofCount, stars } from "./reports/report-labels";

export const meta = titled("Chats by customer");

export const loader = page("/chat/reports/customers", async (given) => {
  const [filters, found] = await Promise.all([reportFrom(given), loadList(customersList, given)]);
  return { filters, found };
});

export default function Customers() {
  const { filters, found } = useLoaderData<typeof loader>();
  const { all, total, period } = found.rows;
  const lead = leading(filters.search, period);
  const stat = (label: string, value: string, of: number, more: Record<string, string>) => {
    const to = lead.to(of, more);
    return <Stat label={label} value={value} {...(to ? { to } : {})} />;
  };
  return (
    <ReportFrame current="Customers" {...filters} period={period}>
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        <Stat label="Customers" value={figure(total)} />
        {stat("Chats", figure(all.chats), all.chats, {})}
        {stat("Answered", figure(all.answered), all.answered, { answered: "yes" })}
        {stat("Rating", ofCount(all.rated, stars(all.rating)), all.rated, { rating: "any" })}
      </div>
      <ListPage
        list={{ ...customersList, columns: () => customerColumns(lead) }}
        found={found}
        bare
        empty={{
          icon: Users,
          title: "No conversations match these filters",
          text: "Choose a longer period, or remove a filter.",
        }}
      />
    </ReportFrame>
  );
}
