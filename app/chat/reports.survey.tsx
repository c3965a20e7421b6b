// /chat/reports/survey - what customers gave after the chat: stars and comments
import { useLoaderData } from "@remix-run/react";
import { Star } from "lucide-react";
import type { ReportLine } from "../../services/chat/contract.statistics";
import { parseSearch } from "../kit/list";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { BarChart } from "../kit/ui/bar-chart";
import { Card, CardHead } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { Stat } from "../kit/ui/stat";
import { type Column, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { surveyList } from "./reports/chats.list";
import { reportFrom } from "./reports/report.server";
import { LineName, leading, lineColumns, totalLine } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";
import { figure, ofCount, percent, stars as starWords } from "./reports/report-labels";

export const meta = titled("Chat survey");

export const loader = page("/chat/reports/survey", async (given) => {
  const query = parseSearch(surveyList, given.url);
  const [filters, survey, found] = await Promise.all([
    reportFrom(given),
    given.api.chat.reportSurvey({ query }),
    loadList(surveyList, given),
  ]);
  return { ...filters, ...expectStatus(survey, 200), found };
});

export default function Survey() {
  const { total, stars, agents, found, ...filters } = useLoaderData<typeof loader>();
  const lead = leading(filters.search, filters.period);
  const { count, rating } = lineColumns<ReportLine>(lead);
  const stat = (label: string, value: string, of: number, more: Record<string, string>, note: string) => {
    const to = lead.to(of, more);
    return <Stat label={label} value={value} note={note} {...(to ? { to } : {})} />;
  };
  const satisfied: Column<ReportLine> = {
    ...{ name: "satisfied", label: "4 or 5", align: "right" as const, hideOnSmall: true },
    cell: (line) =>
      lead.linked(
        figure(line.satisfied),
        line.satisfied,
        { ...line.filter, rating: "satisfied" },
        `4 or 5: ${line.name}`,
      ),
  };
  const share: Column<ReportLine> = {
    ...{ name: "share", label: "Satisfied", align: "right" as const, cardLabel: "Satisfied", mobileOrder: 3 as const },
    cell: (line) => ofCount(line.rated, `${percent(line.satisfied, line.rated)}%`),
  };
  const comments: Column<ReportLine> = {
    ...{ name: "comments", label: "Comments", align: "right" as const, hideOnSmall: true },
    cell: (line) =>
      lead.linked(
        figure(line.comments),
        line.comments,
        { ...line.filter, rating: "comment" },
        `comments: ${line.name}`,
      ),
  };
  const columns: Column<ReportLine>[] = [
    { name: "name", label: "Agent", wide: true, mobileOrder: 1, cell: (line) => <LineName line={line} /> },
    count("ended"),
    count("rated", { alignEnd: true, mobileOrder: 1, cardUnit: "rated" }),
    ...[satisfied, share, comments, { ...rating, hideOnSmall: false, cardLabel: "Rating", mobileOrder: 4 as const }],
  ];
  return (
    <ReportFrame current="Survey" {...filters}>
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        {stat(
          "Rated",
          figure(total.rated),
          total.rated,
          { rating: "any" },
          `${percent(total.rated, total.ended)}% of ${figure(total.ended)} ended`,
        )}
        {stat(
          "Rating",
          ofCount(total.rated, starWords(total.rating)),
          total.rated,
          { rating: "any" },
          "of 5, the mean",
        )}
        {stat(
          "Satisfied",
          ofCount(total.rated, `${percent(total.satisfied, total.rated)}%`),
          total.satisfied,
          { rating: "satisfied" },
          `${figure(total.satisfied)} gave 4 or 5`,
        )}
        {stat("Comments", figure(total.comments), total.comments, { rating: "comment" }, "with their stars")}
      </div>
      <div className="mb-4 grid items-start gap-4 lg:grid-cols-2">
        <BarChart
          title="Chats by stars"
          yLabel="Chats"
          xLabel="Stars"
          places={["1", "2", "3", "4", "5"]}
          series={[{ label: "Rated", values: stars }]}
        />
        <section className="card" aria-label="Stars">
          <div className="card-head">
            <h2>Stars</h2>
          </div>
          <div className="p-4">
            <KeyValues
              rows={[
                ...[5, 4, 3, 2, 1].map((given) => {
                  const of = stars[given - 1] ?? 0;
                  return {
                    label: given === 1 ? "1 star" : `${given} stars`,
                    value: lead.linked(figure(of), of, { rating: String(given) }, `chats with ${given} of 5`),
                  };
                }),
                {
                  ...{ label: "Total", strong: true, rule: true },
                  value: lead.linked(figure(total.rated), total.rated, { rating: "any" }, "rated chats"),
                },
              ]}
            />
          </div>
        </section>
      </div>
      <Card label="By agent" className="mb-4">
        <CardHead title="By agent" />
        <Table label="By agent" columns={columns} rows={[...agents, totalLine(total)]} id={({ id }) => id} />
      </Card>
      <ListPage
        list={surveyList}
        found={found}
        bare
        empty={{
          icon: Star,
          title: "No ratings yet",
          text: "Customers can rate a chat when it has ended. Set this up under After the chat.",
        }}
      />
    </ReportFrame>
  );
}
