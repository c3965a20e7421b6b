// /survey_old/configure/:id/initiate-survey - when a run of an old survey was started, and where one starts a new one
import { useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { page } from "../shell/page.server";
import { OldTime } from "./parts/old-columns";
import { loadOldRun } from "./parts/old-run.server";
import { OldRunFrame } from "./parts/old-run-frame";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Start of an old run");

export const loader = page("/survey_old/configure/:id/initiate-survey", async (given) => ({
  run: await loadOldRun(given),
  zone: given.viewer.time_zone,
}));

export default function OldStart() {
  const { run, zone } = useLoaderData<typeof loader>();
  const { survey_id, sender, started_at, ended_at, people_count } = run;
  return (
    <>
      <OldRunFrame run={run} tab="Start" />
      <div className="grid max-w-[720px] gap-4">
        <DescriptionList
          facts={[
            { label: "Sender", value: sender || "Not recorded" },
            { label: "People", value: commas(people_count) },
            { label: "Started", value: <OldTime at={started_at} zone={zone} none="Never" /> },
            { label: "Ended", value: <OldTime at={ended_at} zone={zone} /> },
          ]}
        />
        <p className="text-quiet">
          Runs of the old version can't be started any more. Make a new survey of its questions, publish it and send
          that.
        </p>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={href("/survey_old/:id", { id: survey_id })}>Open the old survey</LinkButton>
          <LinkButton to={href("/survey", undefined, { status: "published" })}>Published surveys</LinkButton>
        </div>
      </div>
    </>
  );
}
