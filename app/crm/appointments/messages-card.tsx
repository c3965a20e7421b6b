import { type AppointmentMessageState, appointmentMessageNames } from "../../../rules/appointments";
import { showKes } from "../../../rules/money";
import type { AppointmentMessage } from "../../../services/crm/contract.appointments";
import { DateTime } from "../../kit/date-time";
import { Card, CardHead } from "../../kit/ui/card";
import { Status, type StatusKind } from "../../kit/ui/status";

const states: Record<AppointmentMessageState, { word: string; kind: StatusKind }> = {
  sending: { word: "Being sent", kind: "info" },
  waiting: { word: "Tried again later", kind: "warn" },
  sent: { word: "Sent", kind: "good" },
  refused: { word: "Not sent", kind: "bad" },
};

/** What was sent to the customer of an appointment, and what was not and why. */
export function MessagesCard({ messages, zone }: { messages: readonly AppointmentMessage[]; zone: string }) {
  if (messages.length === 0) return null;
  return (
    <Card label="Messages to the customer" className="mt-5 max-w-[720px]">
      <CardHead title="Messages to the customer" />
      <ul className="divide-y divide-line">
        {messages.map(({ id, kind, state, address, reason, cost_cents, at }) => (
          <li key={id} className="px-4 py-2.5">
            <p className="flex flex-wrap gap-x-4">
              <span className="wrap-anywhere">
                {appointmentMessageNames[kind]}
                {address && ` to ${address}`}
              </span>
              <Status kind={states[state].kind}>{states[state].word}</Status>
            </p>
            {reason && <p className="text-sm wrap-anywhere">{reason}</p>}
            <p className="text-sm text-quiet">
              <DateTime at={at} zone={zone} />
              {cost_cents > 0 && `, ${showKes(cost_cents)}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
