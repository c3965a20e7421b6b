// /dashboard/sms-outbox - what became of each campaign, and of all messages of the period
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { periodDays } from "../../rules/days";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { smsStats } from "../kit/sms-figures";
import { titled } from "../kit/title";
import { Stat } from "../kit/ui/stat";
import { expectStatus, page } from "../shell/page.server";
import { outbox } from "./sms-outbox.list";

const path = "/dashboard/sms-outbox";

export const meta = titled("Campaign summary");

export const loader = page(path, async (given) => {
  const { start_date, end_date } = outbox.search.parse(Object.fromEntries(given.url.searchParams));
  const standard = periodDays("14", given.viewer.time_zone, new Date());
  const query = start_date || end_date ? { start_date, end_date } : standard;
  const [found, summary] = await Promise.all([loadList(outbox, given), given.api.messaging.summary({ query })]);
  return { ...found, summary: expectStatus(summary, 200), chosen: query !== standard };
});

export default function CampaignSummary() {
  const { summary, chosen, ...found } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={outbox}
      found={found}
      text={`The result of each bulk message. The figures above are of all messages ${chosen ? "of the days chosen" : "of the last 14 days"}.`}
      empty={{
        icon: Send,
        title: "No campaigns yet",
        text: "Each bulk message is listed here with what was sent, delivered and charged.",
      }}
      filtered={{
        title: "Nothing matches these filters",
        text: "No campaign fits all of them. Remove a filter to see more.",
      }}
    >
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-5">
        {smsStats(summary, summary.before).map((stat) => (
          <Stat key={stat.label} {...stat} />
        ))}
      </div>
    </ListPage>
  );
}
