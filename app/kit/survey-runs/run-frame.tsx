import type { ReactNode } from "react";
import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import { href } from "../../href";
import { Link } from "../ui/link";
import { PageHeader } from "../ui/page-header";
import { Status } from "../ui/status";
import { Tabs } from "../ui/tabs";
import { useRunBase } from "./base";
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
  const base = useRunBase();
  const places: [RunTab, string][] = [
    ["Run", href(base, { id })],
    ["Contact base", href(`${base}/contact-base`, { id })],
    ["Questions", href(`${base}/questions`, { id })],
    ["Contact fields", href(`${base}/map-question-answer`, { id })],
    ...(pending ? ([["Start", href(`${base}/initiate-survey`, { id })]] as [RunTab, string][]) : []),
    ["Outbox", href(`${base}/outbox`, { id })],
  ];
  return (
    <>
      <PageHeader
        title={name}
        back={
          base !== "/survey/configure/:id"
            ? { label: "Surveys on WhatsApp", to: href("/whatsapp/survey") }
            : pending
              ? { label: "Not started", to: href("/survey/pending") }
              : { label: "Sent", to: href("/survey/initiated") }
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
