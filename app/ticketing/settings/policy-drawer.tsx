import { Form, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { WhatIf as WhatIfAnswer } from "../../../services/ticketing/contract.hours";
import type { Policy } from "../../../services/ticketing/contract.sla";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type RefusedPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { type Choice, Select, TextArea, TextInput } from "../../kit/ui/field";
import type { Choices } from "../kit/choices";
import type { TypedPolicy } from "./policy.server";
import { minutesText } from "./week";
import { WhatIf } from "./what-if";

type PolicyDrawerProps = {
  policy: Policy | null;
  choices: Choices;
  hours: readonly Choice[];
  close: string;
  zone: string;
  /** What a policy was refused with, or what it would change. */
  last: (RefusedPost & { whatIf?: WhatIfAnswer }) | undefined;
};

const asTime = (minutes: number | null | undefined) => (minutes ? minutesText(minutes) : "");
const asTexts = (ids: readonly number[] | undefined) => (ids ?? []).map(String);

function policyFields(policy: Policy | null): TypedPolicy {
  return {
    name: policy?.name ?? "",
    description: policy?.description ?? "",
    operational_hours_id: policy?.operational_hours_id === null || !policy ? "" : String(policy.operational_hours_id),
    on_reopen: policy?.on_reopen ?? "continue",
    rank: policy ? String(policy.rank) : "",
    first_minutes: asTime(policy?.first_minutes),
    next_minutes: asTime(policy?.next_minutes),
    resolution_minutes: asTime(policy?.resolution_minutes),
    warn_minutes: asTime(policy?.warn_minutes),
    priority_ids: asTexts(policy?.priority_ids),
    type_ids: asTexts(policy?.type_ids),
    group_ids: asTexts(policy?.group_ids),
    disposition_ids: asTexts(policy?.disposition_ids),
    enabled: policy?.enabled ?? true,
  };
}

/** A policy: for which tickets, how long, by which hours; what it would do before it is saved. */
export function PolicyDrawer({ policy, choices, hours, close, zone, last }: PolicyDrawerProps) {
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, policyFields(policy));
  const errors = fieldErrors(last);
  const wrong = (name: string) => errors[name] ?? [];
  const lists: [
    name: "priority_ids" | "type_ids" | "group_ids" | "disposition_ids",
    legend: string,
    offered: readonly Choice[],
  ][] = [
    ["priority_ids", "Priorities", choices.priorities],
    ["type_ids", "Types", choices.types],
    ["group_ids", "Groups", choices.groups],
    ["disposition_ids", "Dispositions", choices.dispositions],
  ];
  return (
    <Drawer
      title={policy ? "Edit policy" : "New policy"}
      close={close}
      foot={
        <>
          <Button variant="primary" size="lg" form="policy" name="intent" value="save" working={working}>
            Save the policy
          </Button>
          <Button size="lg" form="policy" name="intent" value="try" working={working}>
            What would change?
          </Button>
          <LinkButton to={close} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </>
      }
    >
      <PostResult last={last} idOf={(name) => (name === "name" ? "policy-name" : name)} />
      {last?.whatIf && <WhatIf answer={last.whatIf} zone={zone} />}
      <Form id="policy" method="post" className="grid gap-5" noValidate={useHydrated()}>
        <TextInput
          id="policy-name"
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={typed.name}
          errors={wrong("name")}
          autoComplete="off"
        />
        <TextArea
          id="policy-description"
          name="description"
          label="Description"
          optional
          rows={2}
          maxLength={500}
          defaultValue={typed.description}
          errors={wrong("description")}
        />
        <Targets typed={typed} errors={errors} />
        <Select
          id="operational_hours_id"
          name="operational_hours_id"
          label="Counted by"
          empty="The account's own hours"
          choices={hours}
          defaultValue={typed.operational_hours_id}
          errors={wrong("operational_hours_id")}
        />
        <Select
          id="on_reopen"
          name="on_reopen"
          label="When a ticket is reopened"
          choices={[
            { value: "continue", label: "The timer continues" },
            { value: "restart", label: "The timer restarts" },
          ]}
          defaultValue={typed.on_reopen}
        />
        <p className="-mb-2 text-sm text-quiet">
          Applies to tickets that match every selected list. The first policy that matches is used.
        </p>
        {lists.map(([name, legend, offered]) =>
          offered.length === 0 ? null : (
            <CheckboxGroup key={name} id={name} legend={legend} inline errors={wrong(name)}>
              {offered.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  name={name}
                  value={value}
                  label={label}
                  defaultChecked={typed[name].includes(value)}
                />
              ))}
            </CheckboxGroup>
          ),
        )}
        <TextInput
          id="rank"
          name="rank"
          label="Position"
          optional
          inputMode="numeric"
          defaultValue={typed.rank}
          errors={wrong("rank")}
          autoComplete="off"
        />
        <Checkbox name="enabled" label="In force" defaultChecked={typed.enabled} />
      </Form>
    </Drawer>
  );
}

type TargetName = "first_minutes" | "next_minutes" | "resolution_minutes" | "warn_minutes";

const targets: readonly [name: TargetName, label: string, help?: string][] = [
  ["first_minutes", "First response"],
  ["next_minutes", "Next response"],
  ["resolution_minutes", "Resolution"],
  ["warn_minutes", "Warn before due", "Leave empty for no warning."],
];

type TargetsProps = { typed: Pick<TypedPolicy, TargetName>; errors: ReturnType<typeof fieldErrors> };

function Targets({ typed, errors }: TargetsProps) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Targets, in work time</legend>
      {targets.map(([name, label, help]) => (
        <TextInput
          key={name}
          id={name}
          name={name}
          label={label}
          optional
          placeholder="4 h"
          defaultValue={typed[name]}
          errors={errors[name] ?? []}
          autoComplete="off"
          {...(help ? { help } : {})}
        />
      ))}
    </fieldset>
  );
}
