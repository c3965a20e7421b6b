import { Form, useNavigation } from "@remix-run/react";
import { ArrowUp, Trash2 } from "lucide-react";
import { maxPoints, type PointKind, pointKey, pointLabels, unlabelled } from "../../../rules/contact-points";
import { showPhone } from "../../../rules/phone";
import type { ContactConsent } from "../../../services/crm/contract.consents";
import type { PointMatch } from "../../../services/crm/contract.points";
import type { ContactPoint, RecordDetail } from "../../../services/crm/contract.records";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select, TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { ConsentLine } from "./consent-line";
import { recordHref } from "./places";
import { PointLink, type PointOwner, primaryLabel } from "./points";

/** A lead, a contact or an organisation with its numbers and addresses. */
type PointRecord = PointOwner & Pick<RecordDetail, "version" | "phone" | "email" | "contact_points">;

/** What is known of messages to numbers and addresses. */
type Consents = { said: readonly ContactConsent[]; mayStop: Record<PointKind, boolean>; zone: string };

type PointsCardProps = {
  record: PointRecord;
  /** Of leads and contacts. */
  consents?: Consents;
  /** Others with the same. */
  others?: readonly PointMatch[];
  last: LastPost;
};

/** The primary number and address, the further ones, and a form for another one. */
export function PointsCard({ record, consents, others = [], last }: PointsCardProps) {
  const { phone, email, contact_points } = record;
  const primary = [
    { kind: "phone" as const, value: phone },
    { kind: "email" as const, value: email },
  ].filter(({ value }) => value !== "");
  const further = contact_points.filter(({ is_primary }) => !is_primary);
  return (
    <Card label="Phone numbers and email addresses">
      <CardHead title="Phone numbers and email addresses" />
      {primary.length + further.length === 0 ? (
        <p className="px-4 pt-4 text-quiet">No phone number and no email address yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {primary.map(({ kind, value }) => (
            <li key={value} className="grid gap-1 px-4 py-2.5">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <PointLink record={record} kind={kind} value={value} />
                <span className="text-sm text-quiet">
                  {["Primary", primaryLabel(record, value)].filter(Boolean).join(", ")}
                </span>
              </p>
              <Consent kind={kind} value={value} consents={consents} />
              <LabelForm kind={kind} value={value} label={primaryLabel(record, value) ?? unlabelled} />
              <Others value={value} others={others} />
            </li>
          ))}
          {further.map((point) => (
            <FurtherLine key={point.id} record={record} point={point} consents={consents} others={others} />
          ))}
        </ul>
      )}
      <NewPoint record={record} further={further.length} last={last} />
    </Card>
  );
}

function FurtherLine({
  record,
  point: { id, kind, value, label },
  consents,
  others,
}: {
  record: PointOwner;
  point: ContactPoint;
  consents: Consents | undefined;
  others: readonly PointMatch[];
}) {
  const shown = kind === "phone" ? showPhone(value) : value;
  return (
    <li className="grid gap-1 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="flex min-w-0 grow basis-48 flex-wrap items-baseline gap-x-3">
          <PointLink record={record} kind={kind} value={value} />
          <span className="text-sm text-quiet">{label}</span>
        </p>
        <Form method="post" className="flex gap-1" preventScrollReset>
          <input type="hidden" name="point" value={id} />
          <Button name="intent" value="primary" icon={ArrowUp} aria-label={`Make ${shown} primary`}>
            Make primary
          </Button>
          <Button name="intent" value="remove" variant="ghost" icon={Trash2} label={`Remove ${shown}`} />
        </Form>
      </div>
      <Consent kind={kind} value={value} consents={consents} />
      <LabelForm kind={kind} value={value} label={label} />
      <Others value={value} others={others} />
    </li>
  );
}

type ConsentOfPoint = Pick<ContactPoint, "kind" | "value"> & { consents: Consents | undefined };

function Consent({ kind, value, consents }: ConsentOfPoint) {
  const consent = consents?.said.find(({ contact }) => contact === pointKey(value));
  if (!consents || !consent) return null;
  const shown = kind === "phone" ? showPhone(value) : value;
  return <ConsentLine {...{ kind, shown, consent, zone: consents.zone, mayStop: consents.mayStop[kind] }} />;
}

const labelChoices = pointLabels.map((value) => ({ value, label: value }));

/** Another label for a number or an address that is there, the primary one too. */
function LabelForm({ kind, value, label }: Pick<ContactPoint, "kind" | "value" | "label">) {
  const shown = kind === "phone" ? showPhone(value) : value;
  return (
    <details className="text-sm">
      <summary className="link inline-block min-h-6 cursor-pointer">
        Change label<span className="sr-only"> of {shown}</span>
      </summary>
      <Form key={label} method="post" className="flex flex-wrap items-end gap-2 py-1" preventScrollReset>
        <input type="hidden" name="labelled" value={value} />
        <Select
          id={`point-label-${pointKey(value)}`}
          name="label"
          className="w-32"
          label={
            <>
              Label<span className="sr-only"> of {shown}</span>
            </>
          }
          defaultValue={label}
          choices={labelChoices}
        />
        <Button name="intent" value="label">
          Save label
        </Button>
      </Form>
    </details>
  );
}

/** Other leads and contacts with the same number or address. */
function Others({ value, others }: { value: string; others: readonly PointMatch[] }) {
  const same = others.filter(({ key }) => key === pointKey(value));
  if (same.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      <span className="text-warn">Also with</span>
      {same.map((one) => (
        <Link key={one.id} className="link inline-block min-h-6 wrap-anywhere" to={recordHref(one)}>
          {one.name} ({one.kind})
        </Link>
      ))}
    </p>
  );
}

function NewPoint({ record, further, last }: { record: PointRecord; further: number; last: LastPost }) {
  const { state, formData } = useNavigation();
  if (further >= maxPoints)
    return (
      <p className="border-t border-line p-4 text-quiet">
        There are {maxPoints} further ones already. Remove one to add another.
      </p>
    );
  return (
    <Form
      key={record.version}
      method="post"
      className="grid gap-4 border-t border-line p-4 sm:grid-cols-[minmax(0,1fr)_128px]"
      aria-label="New number or address"
      preventScrollReset
    >
      <TextInput
        id="point-value"
        name="value"
        label="Phone number or email address"
        autoComplete="off"
        maxLength={254}
        defaultValue={typedValue(last, "value") ?? ""}
        errors={fieldErrors(last).value ?? []}
      />
      <Select
        id="point-label"
        name="label"
        label="Label"
        defaultValue={typedValue(last, "label") ?? "Mobile"}
        choices={labelChoices}
        errors={fieldErrors(last).label ?? []}
      />
      <div className="sm:col-span-2">
        <Button name="intent" value="add" working={state !== "idle" && formData?.get("intent") === "add"}>
          Add
        </Button>
      </div>
    </Form>
  );
}
