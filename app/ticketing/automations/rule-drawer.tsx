import { Form, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { automationEvents, conditionFields, operators } from "../../../services/ticketing/contract.automations";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type RefusedPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Checkbox } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { type Choice, Select, TextArea, TextInput } from "../../kit/ui/field";
import type { Choices } from "../kit/choices";
import { actionRows, conditionRows, type TypedRule, typedRule } from "./rule-form";
import { DryRun } from "./rule-lists";
import type { DryRunAnswer } from "./rules.server";

type RuleDrawerProps = {
  held: TypedRule;
  fresh: boolean;
  choices: Choices;
  close: string;
  /** What the rule was refused with, or what it would have done. */
  last: (RefusedPost & { dryRun?: DryRunAnswer }) | undefined;
};

const capital = (words: string) => `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
const said = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: capital(value) }));

/** What is chosen from, by the field it belongs to. */
function choiceGroups(choices: Choices): [field: string, label: string, offered: readonly Choice[]][] {
  return [
    ["status", "Status", choices.statuses],
    ["stage", "Stage", choices.stages],
    ["priority", "Priority", choices.priorities],
    ["type", "Type", choices.types],
    ["disposition", "Disposition", choices.dispositions],
    ["group", "Group", choices.groups],
    ["member", "Member", choices.members],
    ["channel", "Channel", choices.channels],
  ];
}

function Grouped({ groups, prefix = "" }: { groups: ReturnType<typeof choiceGroups>; prefix?: string }) {
  return groups.map(([field, label, offered]) => (
    <optgroup key={`${field}${label}`} label={label}>
      {offered.map(({ value, label: name }) => (
        <option key={value} value={`${prefix}${field} ${value}`}>
          {name}
        </option>
      ))}
    </optgroup>
  ));
}

/** Event, conditions, actions: each a row, so that it is filled in without script as well. */
export function RuleDrawer({ held, fresh, choices, close, last }: RuleDrawerProps) {
  const working = useNavigation().state === "submitting";
  const typed = last ? typedRule(last) : held;
  return (
    <Drawer
      title={fresh ? "New automation" : "Edit automation"}
      close={close}
      foot={
        <>
          <Button variant="primary" size="lg" form="rule" name="intent" value="save" working={working}>
            Save the rule
          </Button>
          <Button size="lg" form="rule" name="intent" value="try" working={working}>
            Try on past tickets
          </Button>
          <LinkButton to={close} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </>
      }
    >
      <PostResult last={last} idOf={fieldId} />
      {last?.dryRun && <DryRun answer={last.dryRun} />}
      <Form id="rule" method="post" className="grid gap-5" noValidate={useHydrated()}>
        <TextInput
          id="rule-name"
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={typed.name}
          errors={fieldErrors(last).name ?? []}
          autoComplete="off"
        />
        <Select id="event" name="event" label="When" choices={said(automationEvents)} defaultValue={typed.event} />
        <Conditions typed={typed} choices={choices} />
        <Actions typed={typed} choices={choices} />
        <Checkbox name="enabled" label="In force" defaultChecked={typed.enabled} />
      </Form>
    </Drawer>
  );
}

type RowsProps = { typed: TypedRule; choices: Choices };

function Conditions({ typed, choices }: RowsProps) {
  const groups = choiceGroups(choices);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">If</legend>
      <Select
        id="match"
        name="match"
        label="Conditions"
        choices={[
          { value: "all", label: "All conditions match" },
          { value: "any", label: "Any condition matches" },
        ]}
        defaultValue={typed.match}
      />
      {[...Array(conditionRows(typed)).keys()].map((at) => {
        const row = typed.conditions[at];
        return (
          <div key={at} className="grid gap-2 rounded border border-line p-3 sm:grid-cols-2">
            <Select
              id={`field${at}`}
              name={`conditions[${at}].field`}
              label={`Condition ${at + 1}`}
              empty="None"
              choices={said(conditionFields)}
              defaultValue={row?.field ?? ""}
            />
            <Select
              id={`operator${at}`}
              name={`conditions[${at}].operator`}
              label="How"
              choices={said(operators)}
              defaultValue={row?.operator ?? "is"}
            />
            <Select
              id={`value${at}`}
              name={`conditions[${at}].value`}
              label="From the list"
              empty="Nothing"
              defaultValue={row?.value ?? ""}
            >
              <Grouped groups={groups} />
            </Select>
            <TextInput
              id={`text${at}`}
              name={`conditions[${at}].text`}
              label="Or in words"
              defaultValue={row?.text ?? ""}
              maxLength={500}
              autoComplete="off"
            />
          </div>
        );
      })}
    </fieldset>
  );
}

function Actions({ typed, choices }: RowsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Then</legend>
      {[...Array(actionRows(typed)).keys()].map((at) => {
        const row = typed.actions[at];
        return (
          <div key={at} className="grid gap-2 rounded border border-line p-3">
            <Select
              id={`what${at}`}
              name={`actions[${at}].what`}
              label={`Action ${at + 1}`}
              empty="None"
              defaultValue={row?.what ?? ""}
            >
              <Whats choices={choices} />
            </Select>
            <div className="grid gap-2 sm:grid-cols-2">
              <TextInput
                id={`address${at}`}
                name={`actions[${at}].address`}
                label="Email or web address"
                optional
                defaultValue={row?.address ?? ""}
                maxLength={1000}
                autoComplete="off"
              />
              <TextInput
                id={`subject${at}`}
                name={`actions[${at}].subject`}
                label="Email subject"
                optional
                defaultValue={row?.subject ?? ""}
                maxLength={200}
                autoComplete="off"
              />
            </div>
            <TextArea
              id={`words${at}`}
              name={`actions[${at}].words`}
              label="Words"
              optional
              help="A mail fills in {{id}}, {{subject}}, {{status}}, {{customer}} and {{comment}}, the last public comment."
              rows={2}
              defaultValue={row?.words ?? ""}
              maxLength={5000}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

function Whats({ choices }: { choices: Choices }) {
  const settable = choiceGroups(choices).filter(([field]) => !["group", "member", "channel"].includes(field));
  const sets: ReturnType<typeof choiceGroups> = [...settable, ["policy", "Policy", choices.policies]];
  return (
    <>
      <optgroup label="Tell someone">
        <option value="notify members">Notify the members</option>
        <option value="notify supervisors">Notify the supervisors</option>
        <option value="email customer">Email the customer</option>
        <option value="email address">Email an address</option>
        <option value="webhook">Call a web hook</option>
        <option value="note">Leave a note</option>
      </optgroup>
      <Grouped groups={[["person", "Notify a person", choices.members]]} prefix="notify " />
      <Grouped groups={[["member", "Give to", choices.members]]} prefix="assign " />
      <Grouped groups={[["group", "Give to the group", choices.groups]]} prefix="assign " />
      <Grouped groups={[["least", "Give to the least busy of", choices.groups]]} prefix="assign " />
      <Grouped
        groups={sets.map(([field, label, offered]) => [field, `Set ${label.toLowerCase()}`, offered])}
        prefix="set "
      />
    </>
  );
}

/** The service names a fault by its place ("actions.0.words"), the form too ("actions[0].words"). */
function fieldId(name: string): string | undefined {
  const [, list, at] = /^(actions|conditions)[.[](\d+)/.exec(name) ?? [];
  if (list) return `${list === "actions" ? "what" : "field"}${at}`;
  return name === "name" ? "rule-name" : name === "actions" ? "what0" : undefined;
}
