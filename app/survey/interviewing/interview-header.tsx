import { showPhone } from "../../../rules/phone";
import { surveyLanguages } from "../../../rules/survey/graph";
import { dispositionNames } from "../../../rules/survey/sessions";
import type { Interview } from "../../../services/survey/contract.interviews";
import { href } from "../../href";
import { CallLink } from "../../kit/call-link";
import { DateTime } from "../../kit/date-time";
import { dispositionKind } from "../../kit/survey-runs/labels";
import { PageHeader } from "../../kit/ui/page-header";
import { Status } from "../../kit/ui/status";

/** Who is interviewed, by whom, and how far it is. */
export function InterviewHeader({ interview, zone }: { interview: Interview; zone: string }) {
  const { id, uuid, title, name, msisdn, disposition, language, period } = interview;
  return (
    <PageHeader
      title={name || (msisdn ? showPhone(msisdn) : `Interview ${id}`)}
      back={{ label: title, to: href("/survey/:uuid/interview", { uuid }) }}
      text={
        <span className="flex flex-wrap items-center gap-x-4">
          <Status kind={dispositionKind(disposition)}>{dispositionNames[disposition]}</Status>
          {msisdn && <CallLink phone={msisdn} name={name} source="" />}
          <span>{surveyLanguages[language]}</span>
          <span>
            {period.interviewer}, since <DateTime at={period.begun_at} zone={zone} />
          </span>
        </span>
      }
    />
  );
}
