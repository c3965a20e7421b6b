import { invitationAnswerWords } from "../../../rules/invitation-answers";
import type { Appointment } from "../../../services/crm/contract.appointments";
import { DateTime } from "../../kit/date-time";
import { Card, CardHead } from "../../kit/ui/card";
import { Status } from "../../kit/ui/status";
import { answerKinds } from "./words";

type Answer = NonNullable<Appointment["answer"]>;

/** What the customer answered to the invitation, from their calendar. */
export function AnswerCard({ answer: { answer, at, comment }, zone }: { answer: Answer; zone: string }) {
  return (
    <Card label="Answer of the customer" className="mb-5 max-w-[720px]">
      <CardHead title="Answer of the customer" />
      <div className="px-4 py-2.5">
        <Status kind={answerKinds[answer]}>{invitationAnswerWords[answer]}</Status>
        {comment && <p className="whitespace-pre-line wrap-anywhere">{comment}</p>}
        <p className="text-sm text-quiet">
          <DateTime at={at} zone={zone} />
        </p>
      </div>
    </Card>
  );
}
