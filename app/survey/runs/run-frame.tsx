import type { ReactNode } from "react";
import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { PageHeader } from "../../kit/ui/page-header";
import { Status } from "../../kit/ui/status";
import { Tabs } from "../../kit/ui/tabs";
import { runStatus } from "./labels";

export type RunTab = "Run" | "Contact base" | "Questions" | "Contact fields" | "Start" | "Outbox";

type RunFrameProps = {
  run: Pick<SurveyInstanceDetail, "id" | "name" | "uuid" | "title" | "status">;
  tab: RunTab;
  actions?: ReactNode;
};

/** What every page of a run begins with: its name, its survey, its status and where else one can go. */
export function RunFrame({ run: { id, name, uuid, title, status }, tab, actions }: RunFrameProps) {
  const pending = status === "pending";
  const places: [RunTab, string][] = [
    ["Run", href("/survey/configure/:id", { id })],
    ["Contact base", href("/survey/configure/:id/contact-base", { id })],
    ["Questions", href("/survey/configure/:id/questions", { id })],
    ["Contact fields", href("/survey/configure/:id/map-question-answer", { id })],
    ...(pending ? ([["Start", href("/survey/configure/:id/initiate-survey", { id })]] as [RunTab, string][]) : []),
    ["Outbox", href("/survey/configure/:id/outbox", { id })],
  ];
  return (
    <>
      <PageHeader
        title={name}
        back={
          pending
            ? { label: "Not started", to: href("/survey/pending") }
            : { label: "Sent by SMS", to: href("/survey/initiated") }
        }
        text={
          <span className="flex flex-wrap gap-x-4">
            <Status kind={runStatus[status].kind}>{runStatus[status].word}</Status>
            <Link className="link" to={href("/survey/:uuid/build", { uuid })}>
              {title}
            </Link>
          </span>
        }
        actions={actions}
      />
      <Tabs label="Run" tabs={places.map(([label, to]) => ({ label, to, current: label === tab }))} />
    </>
  );
}
