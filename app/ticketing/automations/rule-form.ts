import {
  type Action,
  type Automation,
  type AutomationForm,
  automationEvents,
  type Condition,
  conditionFields,
  operators,
} from "../../../services/ticketing/contract.automations";
import { type LastPost, typedValue } from "../../kit/refused-post";

/** A rule as its form has it: a row a condition, a row an action, empty rows left out. */
export type TypedRule = {
  name: string;
  event: string;
  match: string;
  enabled: boolean;
  conditions: { field: string; operator: string; value: string; text: string }[];
  actions: { what: string; address: string; subject: string; words: string }[];
};

/** As many rows as a form may have. */
const [maxConditions, maxActions] = [20, 10];

/** Rows that a form has at least, and free ones under those that are filled in. */
const [fewest, free] = [2, 1];
export const conditionRows = (typed: TypedRule) =>
  Math.max(fewest, Math.min(maxConditions, typed.conditions.length + free));
export const actionRows = (typed: TypedRule) => Math.max(fewest, Math.min(maxActions, typed.actions.length + free));

/** Conditions whose value is written, not chosen. */
export const written: readonly string[] = ["customer", "subject", "description", "comment", "source"];

/** A rule as it was typed into the form that was refused or tried. */
export function typedRule(last: LastPost): TypedRule {
  const value = (name: string) => typedValue(last, name) ?? "";
  return withoutEmptyRows({
    name: value("name"),
    event: value("event"),
    match: value("match"),
    enabled: value("enabled") !== "",
    conditions: [...Array(maxConditions).keys()].map((at) => ({
      field: value(`conditions[${at}].field`),
      operator: value(`conditions[${at}].operator`),
      value: value(`conditions[${at}].value`),
      text: value(`conditions[${at}].text`),
    })),
    actions: [...Array(maxActions).keys()].map((at) => ({
      what: value(`actions[${at}].what`),
      address: value(`actions[${at}].address`),
      subject: value(`actions[${at}].subject`),
      words: value(`actions[${at}].words`),
    })),
  });
}

/** Rows that nothing was chosen in are none. */
export function withoutEmptyRows(typed: TypedRule): TypedRule {
  return {
    ...typed,
    conditions: typed.conditions.filter(({ field }) => field),
    actions: typed.actions.filter(({ what }) => what),
  };
}

function findValue<T extends string>(list: readonly T[], given: string): T | undefined {
  return list.find((one) => one === given);
}

/** As the service takes it; what can't be is left to the service to refuse. */
export function ruleBody(typed: TypedRule): AutomationForm {
  return {
    name: typed.name,
    event: findValue(automationEvents, typed.event) ?? "created",
    match: typed.match === "any" ? "any" : "all",
    enabled: typed.enabled,
    conditions: typed.conditions.map(({ field, operator, value, text }) => ({
      field: findValue(conditionFields, field) ?? "subject",
      operator: findValue(operators, operator) ?? "is",
      value: written.includes(field) ? text : chosenValue(field, value) || text,
    })),
    actions: typed.actions.flatMap(({ what, address, subject, words }) => actionFrom(what, address, subject, words)),
  };
}

/** "stage 4" for the field stage is "4"; a choice of another field's is none. */
function chosenValue(field: string, value: string): string {
  return value.startsWith(`${field} `) ? value.slice(field.length + 1) : "";
}

const settable = ["status", "stage", "priority", "type", "disposition", "policy"] as const;

function actionFrom(what: string, address: string, subject: string, words: string): Action[] {
  const [verb = "", object = "", ...rest] = what.split(" ");
  const id = rest.join(" ");
  switch (verb) {
    case "set": {
      const field = findValue(settable, object);
      return field ? [{ kind: "set", field, value: id }] : [];
    }
    case "assign":
      return [
        {
          kind: "assign",
          to: object === "group" ? "group" : object === "least" ? "least busy of group" : "member",
          id,
        },
      ];
    case "notify":
      return [
        {
          kind: "notify",
          to: object === "person" ? "person" : object === "supervisors" ? "supervisors" : "members",
          id,
          words,
        },
      ];
    case "email":
      return [{ kind: "email", to: object === "address" ? "address" : "customer", address, subject, words }];
    case "webhook":
      return [{ kind: "webhook", url: address }];
    default:
      return [{ kind: "note", words }];
  }
}

/** A rule that stands, as its form shows it. */
export function typedFromRule(rule: Automation | null): TypedRule {
  return {
    name: rule?.name ?? "",
    event: rule?.event ?? "created",
    match: rule?.match ?? "all",
    enabled: rule?.enabled ?? true,
    conditions: (rule?.conditions ?? []).map(conditionTyped),
    actions: (rule?.actions ?? []).map(actionTyped),
  };
}

function conditionTyped({ field, operator, value = "" }: Condition): TypedRule["conditions"][number] {
  return written.includes(field)
    ? { field, operator, value: "", text: value }
    : { field, operator, value: `${field} ${value}`, text: "" };
}

function actionTyped(action: Action): TypedRule["actions"][number] {
  const none = { address: "", subject: "", words: "" };
  switch (action.kind) {
    case "set":
      return { ...none, what: `set ${action.field} ${action.value}` };
    case "assign":
      return { ...none, what: `assign ${action.to === "least busy of group" ? "least" : action.to} ${action.id}` };
    case "notify":
      return {
        ...none,
        what: `notify ${action.to}${action.to === "person" ? ` ${action.id}` : ""}`,
        words: action.words,
      };
    case "email":
      return { what: `email ${action.to}`, address: action.address, subject: action.subject, words: action.words };
    case "webhook":
      return { ...none, what: "webhook", address: action.url };
    case "note":
      return { ...none, what: "note", words: action.words };
  }
}
