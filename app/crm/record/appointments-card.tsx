import type { Appointment } from "../../../services/crm/contract.appointments";
import type { CrmRecord } from "../../../services/crm/contract.records";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Card, CardHead } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";

type AppointmentsCardProps = {
  record: Pick<CrmRecord, "kind" | "id">;
  appointments: readonly Appointment[];
  zone: string;
};

/** The appointments to come, and the way to a new one. */
export function AppointmentsCard({ record: { kind, id }, appointments, zone }: AppointmentsCardProps) {
  return (
    <Card label="Appointments">
      <CardHead title="Appointments">
        <Link className="link ml-auto text-sm" to={href("/crm/contactactions/new", undefined, { kind, record: id })}>
          New appointment
        </Link>
      </CardHead>
      {appointments.length === 0 ? (
        <p className="p-4 text-quiet">
          None to come.{" "}
          <Link className="link" to={href("/crm/contactactions", undefined, { record: id, when: "past" })}>
            Earlier ones
          </Link>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {appointments.map((one) => (
            <li key={one.id} className="px-4 py-2.5">
              <Link className="link wrap-anywhere" to={href("/crm/contactactions/:id", { id: one.id })}>
                {one.title}
              </Link>
              <p className="text-sm text-quiet">
                <DateTime at={one.starts_at} zone={zone} />
                {one.place && `, ${one.place}`}
                {one.user_name && `, ${one.user_name}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
