import { priorities } from "../../../rules/ticket-labels";
import { Badge, type BadgeKind } from "../../kit/ui/badge";

const loud: Record<number, BadgeKind> = { 5: "bad", 4: "warn" };

/** A priority in a word; the pressing ones stand out. */
export function Priority({ id }: { id: number }) {
  const name = priorities.find((priority) => priority.id === id)?.name ?? "";
  return loud[id] ? <Badge kind={loud[id]}>{name}</Badge> : <span className="text-quiet">{name}</span>;
}
