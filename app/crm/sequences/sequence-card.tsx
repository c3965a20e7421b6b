import { Form } from "@remix-run/react";
import { sequenceStateNames, stepKindNames } from "../../../rules/sequences";
import type { SequencePerson } from "../../../services/crm/contract.enrolment";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { stateKinds, stepTitle } from "./words";

type Send = {
  step_id: number;
  kind: keyof typeof stepKindNames;
  state: string;
  subject: string;
  reason: string;
  at: string;
};
export type RecordSequence = SequencePerson & { sends: readonly Send[] };

type SequenceCardProps = {
  record: { id: number; kind: "lead" | "contact" };
  sequences: readonly RecordSequence[];
  zone: string;
};

/** The sequences of a lead or a contact: what comes next, what was done, and the way in and out. */
export function SequenceCard({ record, sequences, zone }: SequenceCardProps) {
  const to = href(`/crm/${record.kind}/:index/sequence`, { index: record.id });
  const active = sequences.some(({ state }) => state === "active");
  return (
    <Card label="Sequences">
      <CardHead title="Sequences">
        {!active && (
          <Link className="link inline-flex min-h-6 items-center text-sm" to={to} preventScrollReset>
            Put in a sequence
          </Link>
        )}
      </CardHead>
      {sequences.length === 0 ? (
        <p className="p-4 text-quiet">In no sequence.</p>
      ) : (
        <ul className="divide-y divide-line">
          {sequences.map((one) => (
            <SequenceLine key={one.id} one={one} action={to} zone={zone} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function SequenceLine({ one, action, zone }: { one: RecordSequence; action: string; zone: string }) {
  const { id, sequence, state, reason, next, trouble, paused_at, paused_by, sends } = one;
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 font-medium wrap-anywhere">{sequence.name}</p>
        <Status kind={paused_at ? "warn" : stateKinds[state]}>
          {paused_at ? "Paused" : sequenceStateNames[state]}
        </Status>
      </div>
      {next && (
        <p className="text-sm wrap-anywhere">
          {stepTitle(next)}
          {paused_at ? (
            ". It waits until someone resumes it."
          ) : (
            <>
              , <DateTime at={next.at} zone={zone} />
            </>
          )}
          {!sequence.active && ". The sequence is off, so it waits."}
        </p>
      )}
      {paused_at && (
        <p className="text-sm text-quiet">
          Paused by {paused_by}, <DateTime at={paused_at} zone={zone} />
        </p>
      )}
      {trouble && <p className="text-sm font-medium text-warn">{trouble}</p>}
      {reason && <p className="text-sm text-quiet">{reason}</p>}
      {sends.length > 0 && (
        <ul className="text-sm text-quiet">
          {sends.map((send) => (
            <li key={send.step_id} className="wrap-anywhere">
              {stepKindNames[send.kind]}
              {send.subject && `: ${send.subject}`}, {sendWords(send)} <DateTime at={send.at} zone={zone} />
            </li>
          ))}
        </ul>
      )}
      {state === "active" && (
        <Form method="post" action={action} className="flex flex-wrap gap-2" preventScrollReset>
          <input type="hidden" name="person" value={id} />
          <Button name="intent" value={paused_at ? "resume" : "pause"}>
            {paused_at ? "Resume" : "Pause"}
          </Button>
          <Button name="intent" value="take out">
            Take out
          </Button>
        </Form>
      )}
    </li>
  );
}

function sendWords({ kind, state, reason }: Send): string {
  if (state === "refused") return `not done. ${reason}`;
  if (state === "sending") return "being sent";
  return kind === "task" ? "added" : "sent";
}
