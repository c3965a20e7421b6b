import { formatMoney } from "../../../rules/crm-money";
import type { RecordDetail } from "../../../services/crm/contract.records";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { InterviewLink } from "../../kit/interview-link";
import { Card, CardHead } from "../../kit/ui/card";
import { KeyValues } from "../../kit/ui/description-list";
import { Link } from "../../kit/ui/link";
import { CustomText } from "../fields/custom-values";
import { TagLinks } from "../tags/tags-card";
import { formatAge } from "./labels";
import { recordHref } from "./places";
import { pointRows } from "./points";
import type { LoadedRecord } from "./record.server";

/** The score with the points of each rule. */
export function ScoreCard({ record }: { record: RecordDetail }) {
  return (
    <Card label="Score">
      <CardHead title="Score" />
      <div className="grid gap-3 p-4">
        {record.score_parts.length === 0 ? (
          <p className="text-sm text-quiet">No rule of the score applies to this record.</p>
        ) : (
          <KeyValues
            rows={[
              ...record.score_parts.map(({ rule, points }) => ({ label: rule, value: signed(points) })),
              { label: "Sum", value: String(record.score), strong: true, rule: true },
            ]}
          />
        )}
      </div>
    </Card>
  );
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : `−${Math.abs(points)}`;
}

type ProfileCardProps = Pick<LoadedRecord, "record" | "fields" | "zone" | "mayReadSms" | "mayInterview" | "may">;

/** Who it is and how to reach them. */
export function ProfileCard({ record, fields, zone, mayReadSms, mayInterview, may }: ProfileCardProps) {
  const { company, organisation, source, expected_close, created_at, created_by, lost_reason } = record;
  const rows = [
    { label: "Company", value: company },
    ...(record.kind === "lead"
      ? []
      : [
          { label: "Organisation", value: organisation && <OrganisationName {...organisation} linked={may.contact} /> },
        ]),
    ...pointRows(record, "phone"),
    ...pointRows(record, "email"),
    { label: "Tags", value: record.tags.length > 0 && <TagLinks kind={record.kind} tags={record.tags} /> },
    { label: "Source", value: source },
    { label: "Value", value: formatMoney(record.value_cents, record.currency) },
    { label: "Expected close", value: expected_close ?? "" },
    ...(record.won_on ? [{ label: "Won on", value: record.won_on }] : []),
    { label: "Sales manager", value: record.sales_manager },
    ...(lost_reason ? [{ label: "Why it was lost", value: lost_reason }] : []),
    // Of an archived field what was said stays to be seen.
    ...fields
      .filter(({ id, archived }) => !archived || record.custom[id] !== undefined)
      .map((field) => ({
        label: field.archived ? `${field.name} (archived)` : field.name,
        value: <CustomText field={field} value={record.custom[field.id]} />,
      })),
  ];
  return (
    <Card label="Profile">
      <CardHead title="Profile">
        <Link className="link ml-auto text-sm" to={recordHref(record, "details")}>
          Change<span className="sr-only"> the details</span>
        </Link>
      </CardHead>
      <div className="grid gap-3 p-4">
        <KeyValues rows={rows.map(({ label, value }) => ({ label, value: value || "–" }))} />
        <Link className="link inline-block min-h-6 text-sm" to={`${recordHref(record, "profile")}#tags`}>
          Add or remove tags
        </Link>
        {record.kind !== "deal" && (
          <Link className="link inline-block min-h-6 text-sm" to={`${recordHref(record, "profile")}#points`}>
            Phone numbers and email addresses<span className="sr-only">: add, remove, label or make primary</span>
          </Link>
        )}
        <Elsewhere {...{ record, mayReadSms, mayInterview }} />
        <p className="text-sm text-quiet">
          Added <DateTime at={created_at} zone={zone} />
          {created_by && ` by ${created_by}`}
        </p>
      </div>
    </Card>
  );
}

/** The organisation, as a link for whoever may open it. */
export function OrganisationName({ id, name, linked }: { id: number; name: string; linked: boolean }) {
  if (!linked) return name;
  return (
    <Link className="link wrap-anywhere" to={href("/crm/organisations/:id", { id })}>
      {name}
    </Link>
  );
}

/** What the account has of the same number or address in its other modules, as far as the person may see it. */
function Elsewhere({
  record: { id, kind, name, phone, email },
  mayReadSms,
  mayInterview,
}: Pick<LoadedRecord, "record" | "mayReadSms" | "mayInterview">) {
  if (phone === "" && email === "") return null;
  // The page finds the further ones itself.
  const who = [phone, email].filter(Boolean).join(",");
  return (
    <ul className="grid gap-1 border-t border-line pt-3 text-sm">
      <li>
        <Link className="link" to={href("/customer", undefined, { who })}>
          Everything with this customer
        </Link>
      </li>
      {phone && mayInterview && (
        <li>
          <InterviewLink phone={phone} name={name} source={`${kind}/${id}`} />
        </li>
      )}
      {phone && mayReadSms && (
        <li>
          <Link className="link" to={href("/sms/recipient", undefined, { number: phone })}>
            SMS to and from this number
          </Link>
        </li>
      )}
    </ul>
  );
}

/** How long it has been in its stage, and was in those before. */
export function StageTimesCard({ record, now }: { record: RecordDetail; now: number }) {
  const { stage, stage_at, stage_times } = record;
  return (
    <Card label="Time in stages">
      <CardHead title="Time in stages" />
      <ul className="divide-y divide-line">
        <li className="flex gap-3 px-4 py-2">
          <span className="min-w-0 flex-1 font-medium wrap-anywhere">{stage}</span>
          <span className="num">{formatAge(stage_at, now)}</span>
        </li>
        {stage_times.map((time) => (
          <li key={`${time.stage} ${time.left_at}`} className="flex gap-3 px-4 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">{time.stage}</span>
            <span className="num text-quiet">{formatAge(time.entered_at, Date.parse(time.left_at))}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What was changed, the newest first. */
export function HistoryCard({ record, zone }: { record: Pick<RecordDetail, "changes">; zone: string }) {
  return (
    <Card label="History">
      <CardHead title="History" />
      {record.changes.length === 0 ? (
        <p className="p-4 text-quiet">Nothing has been changed yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {record.changes.map((change) => (
            <li key={change.id} className="px-4 py-2.5">
              <p className="wrap-anywhere">
                <b className="font-medium">{change.field}</b>:{" "}
                {change.field === "Sequence" || change.field === "Appointment"
                  ? change.after
                  : `${change.before || "nothing"} to ${change.after || "nothing"}`}
              </p>
              <p className="text-sm text-quiet">
                {change.by || "Unknown"}, <DateTime at={change.at} zone={zone} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
