// /chat/reports/labels - conversations by label
import { useLoaderData, useLocation } from "@remix-run/react";
import { Download, Tag } from "lucide-react";
import type { LabelLine } from "../../services/chat/contract.statistics";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { type Column, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { medianColumn } from "./reports/label-and-team-columns";
import { reportFrom } from "./reports/report.server";
import { LineName, leading, lineColumns } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";

export const meta = titled("Chats by label");

export const loader = page("/chat/reports/labels", async (given) => {
  const filters = await reportFrom(given);
  return { ...filters, ...expectStatus(await given.api.chat.reportLabels({ query: filters.search }), 200) };
});

export default function ReportLabels() {
  const { total, data, ...filters } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const links = leading(filters.search, filters.period);
  const { count, first, handle, rating } = lineColumns<LabelLine>(links);
  const columns: Column<LabelLine>[] = [
    { name: "name", label: "Label", wide: true, mobileOrder: 1, cell: (line) => <LineName line={line} /> },
    count("chats", { alignEnd: true, mobileOrder: 1, cardUnit: "chats" }),
    ...[count("bot"), count("waiting"), count("open"), count("ended"), count("answered"), count("unanswered")],
    ...[medianColumn(links), first, handle, rating],
  ];
  return (
    <ReportFrame current="Labels" {...filters}>
      <Card label="Labels">
        {data.length === 0 ? (
          <EmptyState
            icon={Tag}
            title="Nothing to count"
            text="Conversations with labels are counted here. Agents add labels in the inbox."
            actions={<LinkButton to={href("/chat/reports/labels")}>Clear the filters</LinkButton>}
          />
        ) : (
          <>
            <CardHead count={String(data.length)} unit={data.length === 1 ? "line" : "lines"}>
              <LinkButton to={`${href("/chat/reports/labels.csv")}${search}`} icon={Download} reloadDocument>
                Export CSV
              </LinkButton>
            </CardHead>
            <Table label="Labels" columns={columns} rows={[...data, total]} id={({ id }) => id} />
            <p className="px-4 py-3 text-sm text-quiet">
              A conversation with several labels is counted in each of them, and once in the total.
            </p>
          </>
        )}
      </Card>
    </ReportFrame>
  );
}
