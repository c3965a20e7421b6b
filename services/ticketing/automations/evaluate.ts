import { priorities } from "../../../rules/ticket-labels";
import type { Condition } from "../contract.automations";
import type { NamedRow } from "../records/tickets";

/** What conditions are asked of: the ticket, and the comment that woke the rule. */
export type EvaluationInput = { ticket: NamedRow; sla: string; comment: string };

/** The values of a field, as a condition compares them: ids as text, words without capitals. */
function fieldValues({ ticket, sla, comment }: EvaluationInput, field: Condition["field"]): string[] {
  const one = (value: string | number | null) => (value === null || value === "" ? [] : [String(value).toLowerCase()]);
  switch (field) {
    case "status":
      return [ticket.status];
    case "stage":
      return one(ticket.stage_id);
    case "priority":
      return one(ticket.priority_id);
    case "type":
      return one(ticket.type_id);
    case "disposition":
      return [...one(ticket.disposition_id), ...one(ticket.sub_disposition_id)];
    case "group":
      return ticket.groups.map(({ id }) => String(id));
    case "member":
      return ticket.members.map(({ id }) => id.toLowerCase());
    case "channel":
      return one(ticket.channel_id);
    case "customer":
      return [
        ...one(ticket.customer_id),
        ...one(ticket.customer_name),
        ...one(ticket.customer_phone),
        ...one(ticket.customer_email),
      ];
    case "subject":
      return one(ticket.subject);
    case "description":
      return one(ticket.description);
    case "comment":
      return one(comment);
    case "sla":
      return [sla];
    case "source":
      return one(ticket.source);
  }
}

function holds(condition: Condition, judged: EvaluationInput): boolean {
  const values = fieldValues(judged, condition.field);
  const wanted = condition.value.toLowerCase();
  switch (condition.operator) {
    case "is":
      return values.includes(wanted);
    case "is not":
      return !values.includes(wanted);
    case "contains":
      return values.some((value) => value.includes(wanted));
    case "does not contain":
      return !values.some((value) => value.includes(wanted));
    case "is empty":
      return values.length === 0;
    case "is not empty":
      return values.length > 0;
    // A comparison with what is missing or no number is false.
    case "at least":
      return values.some((value) => Number(value) >= Number(wanted || Number.NaN));
    case "at most":
      return values.some((value) => Number(value) <= Number(wanted || Number.NaN));
  }
}

export function matches(rule: { match: string; conditions: readonly Condition[] }, judged: EvaluationInput): boolean {
  const held = (condition: Condition) => holds(condition, judged);
  if (rule.conditions.length === 0) return true;
  return rule.match === "any" ? rule.conditions.some(held) : rule.conditions.every(held);
}

export function priorityName(id: string): string {
  return priorities.find((one) => String(one.id) === id)?.name ?? id;
}
