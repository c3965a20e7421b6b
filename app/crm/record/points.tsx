import { type PointKind, pointKey, unlabelled } from "../../../rules/contact-points";
import type { RecordKind } from "../../../rules/crm";
import type { CrmRecord, RecordDetail } from "../../../services/crm/contract.records";
import { CallLink } from "../../kit/call-link";

/** Whose number or address it is. */
export type PointOwner = { id: number; kind: RecordKind | "organisation"; name: string };

type Reached = PointOwner & Pick<RecordDetail, "phone" | "email" | "contact_points">;

/** A number to call or an address to write to. */
export function PointLink({ record, kind, value }: { record: PointOwner; kind: PointKind; value: string }) {
  if (kind === "phone") return <CallLink phone={value} name={record.name} source={`${record.kind}/${record.id}`} />;
  return (
    <a className="link inline-block min-h-6 wrap-anywhere" href={`mailto:${value}`}>
      {value}
    </a>
  );
}

/** The label of the first number or address, where it was given one. */
export function primaryLabel({ contact_points }: Pick<Reached, "contact_points">, value: string) {
  return contact_points.find((point) => point.is_primary && pointKey(point.value) === pointKey(value))?.label;
}

/** The further numbers or addresses of a record or an organisation, in one cell of a file. */
export function furtherText(kind: PointKind) {
  return ({ contact_points = [] }: Pick<CrmRecord, "contact_points">) =>
    contact_points
      .filter((point) => point.kind === kind && !point.is_primary)
      .map(({ value }) => value)
      .join("; ");
}

/** The first one and the further ones with their labels; where several have one label, the later ones have a number. */
export function pointRows(record: Reached, kind: PointKind) {
  const name = kind === "phone" ? "Phone" : "Email";
  const first = record[kind];
  const label = primaryLabel(record, first) ?? unlabelled;
  const primary = label === unlabelled ? [] : [{ label }];
  const further = record.contact_points.filter((point) => point.kind === kind && !point.is_primary);
  return [
    {
      label: label === unlabelled ? name : `${name}, ${label.toLowerCase()}`,
      value: first && <PointLink record={record} kind={kind} value={first} />,
    },
    ...further.map(({ label, value }, at) => {
      const before = [...primary, ...further.slice(0, at)].filter((one) => one.label === label).length;
      return {
        label: `${name}, ${label.toLowerCase()}${before > 0 ? ` ${before + 1}` : ""}`,
        value: <PointLink record={record} kind={kind} value={value} />,
      };
    }),
  ];
}
