// /survey_old/configure/:id - a run of an old survey: how many were asked and how far they came
import { useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { Stat } from "../kit/ui/stat";
import { page } from "../shell/page.server";
import { OldTime } from "./parts/old-columns";
import { loadOldRun } from "./parts/old-run.server";
import { OldRunFrame } from "./parts/old-run-frame";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Old run");

export const loader = page("/survey_old/configure/:id", async (given) => ({
  run: await loadOldRun(given),
  zone: given.viewer.time_zone,
}));

export default function OldRunPage() {
  const { run, zone } = useLoaderData<typeof loader>();
  const { id, sender, made_at, started_at, ended_at, people_count, answered_count, messages_count, by_status } = run;
  return (
    <>
      <OldRunFrame run={run} tab="Run" />
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-3">
          <Stat
            label="People"
            value={commas(people_count)}
            to={href("/survey_old/configure/:id/contact-base", { id })}
          />
          <Stat label="Answered" value={commas(answered_count)} note="at least one question" />
          <Stat label="Messages" value={commas(messages_count)} to={href("/survey_old/configure/:id/outbox", { id })} />
        </div>
        <DescriptionList
          facts={[
            { label: "Sender", value: sender || "Not recorded" },
            { label: "Made", value: <OldTime at={made_at} zone={zone} /> },
            { label: "Started", value: <OldTime at={started_at} zone={zone} none="Never" /> },
            { label: "Ended", value: <OldTime at={ended_at} zone={zone} /> },
          ]}
        />
        <Card label="People by status">
          <CardHead title="People by status" />
          {by_status.length === 0 ? (
            <EmptyState title="No people" text="No import brought the people of this run." />
          ) : (
            <ul className="divide-y divide-line">
              {by_status.map(({ status, count }) => (
                <li key={status} className="flex justify-between gap-4 px-4 py-2.5">
                  <span className="wrap-anywhere">{status || "Not recorded"}</span>
                  <span className="num">{commas(count)}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}
