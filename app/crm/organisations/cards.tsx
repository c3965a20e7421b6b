import { formatMoney } from "../../../rules/crm-money";
import { showPhone } from "../../../rules/phone";
import type { OrganisationDetail } from "../../../services/crm/contract.organisations";
import type { CrmRecord } from "../../../services/crm/contract.records";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import type { Rows } from "../../kit/list";
import { Card, CardHead } from "../../kit/ui/card";
import { KeyValues } from "../../kit/ui/description-list";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { categoryKinds } from "../record/labels";
import { recordHref } from "../record/places";
import { pointRows } from "../record/points";
import { dealStateNames } from "./labels";
import { LikelyLines } from "./likely";

/** Where it is and how to reach it. */
export function ProfileCard({ organisation, zone }: { organisation: OrganisationDetail; zone: string }) {
  const { website, town, address, tax_pin, note, created_by, created_at } = organisation;
  const reached = { ...organisation, kind: "organisation" as const };
  const rows = [
    {
      label: "Website",
      value: website && (
        <a className="link wrap-anywhere" href={website} target="_blank" rel="noreferrer">
          {website.replace(/^https?:\/\//, "")}
          <span className="sr-only"> (opens a new window)</span>
        </a>
      ),
    },
    ...pointRows(reached, "phone"),
    ...pointRows(reached, "email"),
    { label: "Town", value: town },
    { label: "Address", value: address },
    { label: "KRA PIN", value: tax_pin },
    { label: "Sales manager", value: organisation.sales_manager },
  ];
  return (
    <Card label="Profile">
      <CardHead title="Profile" />
      <div className="grid gap-3 p-4">
        <KeyValues rows={rows.map(({ label, value }) => ({ label, value: value || "–" }))} />
        <a className="link inline-block min-h-6 text-sm" href="#points">
          Phone numbers and email addresses<span className="sr-only">: add, remove, label or make primary</span>
        </a>
        {note && <p className="border-t border-line pt-3 whitespace-pre-wrap wrap-anywhere">{note}</p>}
        <p className="text-sm text-quiet">
          Added <DateTime at={created_at} zone={zone} />
          {created_by && ` by ${created_by}`}
        </p>
      </div>
    </Card>
  );
}

/** Others that may be the same: one of them is deleted, and its people and deals go to the other. */
export function LikelyCard({ likely }: Pick<OrganisationDetail, "likely">) {
  return (
    <Card label="Perhaps the same">
      <CardHead title="Perhaps the same" />
      <div className="p-4">
        <LikelyLines likely={likely} />
      </div>
    </Card>
  );
}

/** The way to the whole list, where there are more than the page shows. */
function AllLink({ found, to, noun }: { found: Rows<unknown>; to: string; noun: string }) {
  if (found.total <= found.data.length) return null;
  return (
    <p className="border-t border-line px-4 py-2.5 text-sm">
      <Link className="link" to={to}>
        All {found.total.toLocaleString("en-KE")}
        {found.total_capped ? "+" : ""} {noun}
      </Link>
    </p>
  );
}

/** Its contacts by their names. */
export function PeopleCard({ id, people }: { id: number; people: Rows<CrmRecord> }) {
  return (
    <Card label="People">
      <CardHead title="People" />
      {people.data.length === 0 ? (
        <p className="p-4 text-quiet">No contact belongs to it yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {people.data.map((person) => (
            <li key={person.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5">
              <Link className="link min-w-0 flex-1 basis-40 wrap-anywhere" to={recordHref(person)}>
                {person.name}
              </Link>
              <span className="text-sm text-quiet wrap-anywhere">
                {[person.phone && showPhone(person.phone), person.email].filter(Boolean).join(", ")}
              </span>
              <Status kind={categoryKinds[person.category]}>{person.stage}</Status>
            </li>
          ))}
        </ul>
      )}
      <AllLink found={people} to={href("/crm/contacts", undefined, { organisation: id })} noun="people" />
    </Card>
  );
}

type DealsCardProps = { id: number; deals: Rows<CrmRecord>; sums: NonNullable<OrganisationDetail["deals"]> };

/** Its deals, and what they come to: each currency by itself. */
export function DealsCard({ id, deals, sums }: DealsCardProps) {
  return (
    <Card label="Deals">
      <CardHead title="Deals" />
      {deals.data.length === 0 ? (
        <p className="p-4 text-quiet">No deal belongs to it yet.</p>
      ) : (
        <>
          <div className="border-b border-line p-4">
            <KeyValues
              rows={sums.map(({ state, currency, deals: many, cents }) => ({
                label: `${dealStateNames[state]} in ${currency} (${many.toLocaleString("en-KE")})`,
                value: formatMoney(cents, currency),
              }))}
            />
          </div>
          <ul className="divide-y divide-line">
            {deals.data.map((deal) => (
              <li key={deal.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5">
                <Link className="link min-w-0 flex-1 basis-40 wrap-anywhere" to={recordHref(deal)}>
                  {deal.name}
                </Link>
                <span className="num">{formatMoney(deal.value_cents, deal.currency) || "–"}</span>
                <Status kind={categoryKinds[deal.category]}>{deal.stage}</Status>
              </li>
            ))}
          </ul>
        </>
      )}
      <AllLink
        found={deals}
        to={href("/crm/deals", undefined, { organisation: id, view: "table", state: "all" })}
        noun="deals"
      />
    </Card>
  );
}

const activityNames = { note: "Note", call: "Call", appointment: "Appointment" } as const;

/** What was last written about its people and deals, and their appointments. */
export function ActivitiesCard({ activities, zone }: Pick<OrganisationDetail, "activities"> & { zone: string }) {
  return (
    <Card label="Activities">
      <CardHead title="Activities" />
      {activities.length === 0 ? (
        <p className="p-4 text-quiet">No notes, calls or appointments with its people yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {activities.map(({ kind, at, record, text, by }) => (
            <li key={`${kind} ${record.id} ${at} ${text}`} className="grid gap-0.5 px-4 py-2.5">
              <p className="text-sm text-quiet">
                {activityNames[kind]}, <DateTime at={at} zone={zone} />
                {by && `, ${by}`}
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
              <p className="text-sm">
                <Link className="link wrap-anywhere" to={recordHref(record)}>
                  {record.name}
                </Link>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
