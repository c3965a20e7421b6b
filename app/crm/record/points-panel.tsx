import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ArrowUp, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { maxPoints, pointKey, pointLabels } from "../../../rules/contact-points";
import { showPhone } from "../../../rules/phone";
import type { PointMatch } from "../../../services/crm/contract.points";
import type { ContactPoint, RecordDetail } from "../../../services/crm/contract.records";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select, TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import type { dealProfileAction, dealProfileLoader } from "../tags/tags.server";
import { TagsCard } from "../tags/tags-card";
import { PointLink, ProfileCard } from "./cards";
import { recordHref } from "./places";
import type { pointsAction, pointsLoader } from "./points.server";
import { RecordFrame } from "./record-frame";

/** Who a lead or a contact is, their tags, and all their numbers and addresses, to be changed. */
export function PointsPanel() {
  const { others, tags, ...loaded } = useLoaderData<ReturnType<typeof pointsLoader>>();
  const last = useActionData<ReturnType<typeof pointsAction>>();
  return (
    <ProfileParts loaded={loaded} tags={tags} last={last}>
      <div id="points">
        <PointsCard record={loaded.record} others={others} last={last} />
      </div>
    </ProfileParts>
  );
}

/** Who a deal is with, and its tags, to be changed. */
export function DealProfilePanel() {
  const { tags, ...loaded } = useLoaderData<ReturnType<typeof dealProfileLoader>>();
  return <ProfileParts loaded={loaded} tags={tags} last={useActionData<ReturnType<typeof dealProfileAction>>()} />;
}

type ProfilePartsProps = {
  loaded: Omit<Parameters<typeof RecordFrame>[0], "children"> & Parameters<typeof ProfileCard>[0];
  tags: Parameters<typeof TagsCard>[0]["known"];
  last: LastPost;
  children?: ReactNode;
};

/** What the profile of every record has: who it is, and its tags, where a link leads to. */
function ProfileParts({ loaded, tags, last, children }: ProfilePartsProps) {
  return (
    <RecordFrame {...loaded}>
      <PostResult last={last} idOf={(name) => `point-${name}`} />
      <div className="grid max-w-[560px] gap-4">
        <ProfileCard {...loaded} />
        <div id="tags">
          <TagsCard record={loaded.record} known={tags} last={last} />
        </div>
        {children}
      </div>
    </RecordFrame>
  );
}

type PointsCardProps = { record: RecordDetail; others: readonly PointMatch[]; last: LastPost };

/** The primary number and address, the further ones, and a form for another one. */
export function PointsCard({ record, others, last }: PointsCardProps) {
  const { phone, email, contact_points } = record;
  const labelOf = (value: string) =>
    contact_points.find((point) => point.is_primary && pointKey(point.value) === pointKey(value))?.label;
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
                <span className="text-sm text-quiet">{["Primary", labelOf(value)].filter(Boolean).join(", ")}</span>
              </p>
              <Others value={value} others={others} />
            </li>
          ))}
          {further.map((point) => (
            <FurtherLine key={point.id} record={record} point={point} others={others} />
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
  others,
}: {
  record: RecordDetail;
  point: ContactPoint;
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
      <Others value={value} others={others} />
    </li>
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

function NewPoint({ record, further, last }: { record: RecordDetail; further: number; last: LastPost }) {
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
        choices={pointLabels.map((value) => ({ value, label: value }))}
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
