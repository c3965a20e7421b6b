import type { ReactNode } from "react";
import type { SurveyDetail } from "../../../services/survey/contract.schemas";
import { href } from "../../href";
import { PageHeader } from "../../kit/ui/page-header";
import { Status } from "../../kit/ui/status";
import { Tabs } from "../../kit/ui/tabs";
import { statusLabels } from "./status-labels";

export type SurveyTab = "Build" | "Endings" | "Languages" | "Settings" | "Send" | "Interview" | "Results" | "Responses";

/** What every page of a survey begins with: its title, its status and where else one can go. */
export function SurveyFrame({
  survey: { uuid, title, status, version, edited },
  tab,
  actions,
}: {
  survey: Pick<SurveyDetail, "uuid" | "title" | "status" | "version" | "edited">;
  tab: SurveyTab;
  actions?: ReactNode;
}) {
  const places: Record<SurveyTab, string> = {
    Build: href("/survey/:uuid/build", { uuid }),
    Endings: href("/survey/:uuid/endings", { uuid }),
    Languages: href("/survey/:uuid/texts", { uuid }),
    Settings: href("/survey/:uuid/settings", { uuid }),
    Send: href("/survey/:uuid/send", { uuid }),
    Interview: href("/survey/:uuid/interview", { uuid }),
    Results: href("/survey/:uuid/reports", { uuid }),
    Responses: href("/survey/:uuid/responses", { uuid }),
  };
  const { kind, word } = statusLabels[status];
  return (
    <>
      <PageHeader
        title={title}
        back={{ label: "Surveys", to: href("/survey") }}
        text={
          <span className="flex flex-wrap gap-x-4">
            <Status kind={kind}>{word}</Status>
            {version > 0 && <span>Version {version}</span>}
            {version > 0 && edited && <span>Changes not published</span>}
          </span>
        }
        actions={actions}
      />
      <Tabs
        label="Survey"
        tabs={Object.entries(places).map(([label, to]) => ({ label, to, current: label === tab }))}
      />
    </>
  );
}
