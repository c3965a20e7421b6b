import type { OldRun } from "../../../services/survey/contract.old";
import { href } from "../../href";
import { channelName } from "../../kit/survey-runs/labels";
import { Link } from "../../kit/ui/link";
import { PageHeader } from "../../kit/ui/page-header";
import { Status } from "../../kit/ui/status";
import { Tabs } from "../../kit/ui/tabs";
import { ReadOnly } from "./old-tabs";

type OldRunTab = "Run" | "Contact base" | "Questions" | "Contact fields" | "Start" | "Outbox";

/** What every page of an old run begins with. */
export function OldRunFrame({ run, tab }: { run: OldRun; tab: OldRunTab }) {
  const { id, name, survey_id, title, channel, started_at } = run;
  const base = "/survey_old/configure/:id";
  const places: [OldRunTab, string][] = [
    ["Run", href(base, { id })],
    ["Contact base", href(`${base}/contact-base`, { id })],
    ["Questions", href(`${base}/questions`, { id })],
    ["Contact fields", href(`${base}/map-question-answer`, { id })],
    ["Start", href(`${base}/initiate-survey`, { id })],
    ["Outbox", href(`${base}/outbox`, { id })],
  ];
  return (
    <>
      <PageHeader
        title={name}
        back={
          started_at === null
            ? { label: "Old surveys not started", to: href("/survey_old/pending") }
            : { label: "Old surveys sent", to: href("/survey_old/initiated") }
        }
        text={
          <>
            <span className="flex flex-wrap gap-x-4">
              <Status kind={started_at === null ? "none" : "good"}>
                {started_at === null ? "Not started" : "Sent"}
              </Status>
              <span>{channelName[channel]}</span>
              <Link className="link" to={href("/survey_old/:id", { id: survey_id })}>
                {title}
              </Link>
            </span>
            <span className="block">
              <ReadOnly to={href(started_at === null ? "/survey/pending" : "/survey/initiated")} label="runs" />
            </span>
          </>
        }
      />
      <Tabs label="Old run" tabs={places.map(([label, to]) => ({ label, to, current: label === tab }))} />
    </>
  );
}
