import type { Ticket } from "../../services/ticketing/contract.shapes";
import { Status } from "../kit/ui/status";
import { dueState } from "./words";

/** The state of the clock in words and colour; why on hover, and for who hears the page. */
export function Due({
  ticket,
  now,
  zone,
}: {
  ticket: Pick<Ticket, "sla" | "due_at" | "due_clock" | "policies">;
  now: number;
  zone: string;
}) {
  const { kind, words, why } = dueState(ticket, now, zone);
  return (
    <span title={why}>
      <Status kind={kind}>{words}</Status>
      {why && <span className="sr-only">. {why}</span>}
    </span>
  );
}
