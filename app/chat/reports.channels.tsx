// /chat/reports/channels - conversations by way in
import { useLoaderData, useLocation } from "@remix-run/react";
import { Download, Inbox } from "lucide-react";
import type { ReportLine } from "../../services/chat/contract.statistics";
import { href } from "../href";
import { titled } from "../kit/title";
import { BarChart } from "../kit/ui/bar-chart";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { type Column, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { channelNames } from "./inbox/labels";
import { reportFrom } from "./reports/report.server";
import { LineName, leading, lineColumns, totalLine } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";

export const meta = titled("Chats by channel");

export const loader = page("/chat/reports/channels", async (given) => {
  const filters = await reportFrom(given);
  return { ...filters, ...expectStatus(await given.api.chat.reportChannels({ query: filters.search }), 200) };
});

export default function Channels() {
  const { total, data, ...filters } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { count, first, business, outside, handle, rating } = lineColumns<ReportLine>(
    leading(filters.search, filters.period),
  );
  const columns: Column<ReportLine>[] = [
    { name: "name", label: "Channel", wide: true, mobileOrder: 1, cell: (line) => <LineName line={named(line)} /> },
    count("chats", { alignEnd: true, mobileOrder: 1, cardUnit: "chats" }),
    ...[count("bot"), count("waiting"), count("open"), count("ended"), count("answered"), count("unanswered")],
    ...[count("in_hours"), count("outside_hours")],
    ...[first, business, outside, handle, count("rated"), rating],
  ];
  return (
    <ReportFrame current="Channels" {...filters}>
      {data.length === 0 ? (
        <Card label="Channels">
          <EmptyState
            icon={Inbox}
            title="No channels yet"
            text="Set up a channel to see its conversations here."
            actions={<LinkButton to={href("/chat/reports/channels")}>Clear the filters</LinkButton>}
          />
        </Card>
      ) : (
        <>
          <Card label="Channels">
            <CardHead count={String(data.length)} unit={data.length === 1 ? "channel" : "channels"}>
              <LinkButton to={`${href("/chat/reports/channels.csv")}${search}`} icon={Download} reloadDocument>
                Export CSV
              </LinkButton>
            </CardHead>
            <Table label="Channels" columns={columns} rows={[...data, totalLine(total)]} id={({ id }) => id} />
          </Card>
          <div className="mt-4">
            <BarChart
              title="Chats by channel"
              yLabel="Chats"
              xLabel="Channel"
              places={data.slice(0, 12).map((line) => named(line).name)}
              series={[
                { label: "Answered", values: data.slice(0, 12).map(({ answered }) => answered) },
                { label: "Not answered", values: data.slice(0, 12).map(({ unanswered }) => unanswered) },
              ]}
            />
          </div>
        </>
      )}
    </ReportFrame>
  );
}

function named(line: ReportLine): ReportLine {
  return line.channel
    ? { ...line, name: line.name || channelNames[line.channel], note: channelNames[line.channel] }
    : line;
}
