import { Form, useNavigation } from "@remix-run/react";
import { clockIn } from "../../../rules/local-time";
import {
  callDirectionNames,
  callDirections,
  callLengthText,
  callOutcomeNames,
  callOutcomes,
  callText,
} from "../../../rules/logged-calls";
import type { LoggedCall } from "../../../services/crm/contract.calls";
import type { CrmRecord } from "../../../services/crm/contract.records";
import { DateTime } from "../../kit/date-time";
import { fieldErrors, keepTyped, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { DateField } from "../../kit/ui/date-field";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { zoneCity } from "../../kit/zone";
import { recordHref } from "./places";

type Of = Pick<CrmRecord, "kind" | "id">;

/** The ids of the fields of a call's form: of the new one, or of one that is changed. */
export const callFieldId = (call: number, name: string) => `call${call === 0 ? "" : `-${call}`}-${name}`;

/** The call that a refused form was about; 0: a new one, undefined: that form was none of calls. */
export function refusedCall(last: LastPost): number | undefined {
  return typedValue(last, "intent") === "call" ? Number(typedValue(last, "call")) || 0 : undefined;
}

type CallFormProps = { record: Of; call?: LoggedCall; zone: string; now: number; last: LastPost };

/** A call on a phone of one's own: which way, when, how it went, and when to call back. */
function CallForm({ record, call, zone, now, last }: CallFormProps) {
  const { state, formData } = useNavigation();
  const id = call?.id ?? 0;
  const refused = refusedCall(last) === id ? last : undefined;
  const { date, time } = clockIn(zone, call ? new Date(call.at) : new Date(now));
  const typed = keepTyped(refused, {
    ...{ direction: call?.direction ?? "outgoing", outcome: call?.outcome ?? "", day: date, time },
    ...{ length: callLengthText(call?.seconds ?? null), note: call?.note ?? "", follow_up: "" },
  });
  const errors = fieldErrors(refused);
  const field = (name: keyof typeof typed) => ({
    ...{ id: callFieldId(id, name), name, defaultValue: typed[name], errors: errors[name] ?? [] },
  });
  return (
    <Form method="post" action={recordHref(record, "other")} className="grid gap-4" preventScrollReset>
      <input type="hidden" name="intent" value="call" />
      <input type="hidden" name="call" value={id} />
      <div className="grid grid-cols-2 gap-3">
        <Select
          {...field("outcome")}
          label="Outcome"
          empty="Choose"
          choices={callOutcomes.map((value) => ({ value, label: callOutcomeNames[value] }))}
        />
        <Select
          {...field("direction")}
          label="Direction"
          choices={callDirections.map((value) => ({ value, label: callDirectionNames[value] }))}
        />
      </div>
      <div className="grid gap-2">
        <div className="grid grid-cols-[minmax(0,1fr)_128px] items-start gap-3">
          <DateField {...field("day")} label="Day of the call" quick="past" />
          <TextInput {...field("time")} label="Started at" type="time" className="num" />
        </div>
        <p className="help">{zoneCity(zone)} time.</p>
      </div>
      <TextInput
        {...field("length")}
        label="Length"
        optional
        help="Minutes, or minutes and seconds: 12 or 4:30."
        maxLength={10}
        autoComplete="off"
      />
      <TextArea {...field("note")} label="Note on the call" optional rows={3} maxLength={5000} />
      {!call && (
        <DateField
          {...field("follow_up")}
          label="Follow-up task on"
          optional
          quick="future"
          help="Adds a task for you to call back."
        />
      )}
      <div>
        <Button working={state !== "idle" && formData?.get("intent") === "call" && formData.get("call") === String(id)}>
          {call ? "Save the call" : "Log the call"}
        </Button>
      </div>
    </Form>
  );
}

type CallsCardProps = { record: Of; calls: readonly LoggedCall[]; zone: string; now: number; last?: LastPost };

/** The calls that people logged by hand, and the form of a new one. */
export function CallsCard({ record, calls, zone, now, last }: CallsCardProps) {
  const refused = refusedCall(last);
  return (
    <Card label="Calls">
      <CardHead title="Calls" />
      <details key={`${refused}-${calls.length}`} className="p-4" open={refused === 0}>
        <summary className="link inline-flex min-h-6 cursor-pointer items-center">Log a call</summary>
        <div className="mt-4">
          <CallForm record={record} zone={zone} now={now} last={last} />
        </div>
      </details>
      {calls.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {calls.map((call) => (
            <li key={call.id} className="grid gap-1 px-4 py-3">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <b className="font-medium">{callText(call)}</b>
                <span className="text-sm text-quiet">
                  <DateTime at={call.at} zone={zone} />, {call.by || "Unknown"}
                  {call.changed_at && ", changed"}
                </span>
              </p>
              {call.note !== "" && <p className="whitespace-pre-wrap wrap-anywhere">{call.note}</p>}
              {call.own && <ChangeCall {...{ record, call, zone, now, last }} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ChangeCall({ record, call, zone, now, last }: CallFormProps & { call: LoggedCall }) {
  return (
    <details key={call.changed_at} className="text-sm" open={refusedCall(last) === call.id}>
      <summary className="link inline-flex min-h-6 cursor-pointer items-center">Change the call</summary>
      <div className="mt-3 grid gap-3">
        <CallForm {...{ record, call, zone, now, last }} />
        <Form method="post" action={recordHref(record, "other")} preventScrollReset>
          <input type="hidden" name="intent" value="delete-call" />
          <Button variant="danger" name="call" value={String(call.id)}>
            Delete the call
          </Button>
        </Form>
      </div>
    </details>
  );
}
