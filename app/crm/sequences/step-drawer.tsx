import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import {
  maxDueDays,
  maxSms,
  maxTaskTitle,
  maxWaitDays,
  type StepKind,
  sequenceFields,
  stepKindNames,
} from "../../../rules/sequences";
import type { SequenceStep } from "../../../services/crm/contract.sequences";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { sayCounted, smsCount } from "../../kit/sms-count";
import { typedId, typedText } from "../../kit/typed-fields";
import { Drawer } from "../../kit/ui/drawer";
import { type Choice, Select, TextArea, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";
import { TemplateChooser, TemplateVariables } from "./whatsapp-step";
import type { TemplateChoice } from "./whatsapp-step.server";

const whole = (words: string) =>
  z.preprocess(
    (typed) => (typed === "" || typed === undefined ? 0 : Number(typed)),
    z.number({ error: words }).int(words),
  );

/** The form of a step. */
export const StepFields = z.object({
  wait_days: whole("Enter whole days."),
  wait_hours: whole("Enter whole hours."),
  sender: typedText,
  subject: typedText,
  body: typedText,
  due_days: whole("Enter whole days."),
  template_id: typedId,
  /** The variables of a template, and a text for each. */
  keys: z.array(typedText).max(60).default([]),
  values: z.array(typedText).max(60).default([]),
});
export type StepFields = z.output<typeof StepFields>;

type StepDrawerProps = {
  title: string;
  submitLabel: string;
  close: string;
  kind: StepKind;
  senders: readonly Choice[];
  /** The step that is changed; none: a new one. */
  step?: SequenceStep;
  /** Of a WhatsApp step. */
  template?: TemplateChoice | undefined;
  last: LastPost;
  children?: React.ReactNode;
};

const fieldsText = sequenceFields.map((field) => `{{${field}}}`).join(", ");

/** A step: when it is done, and the message or the task. */
export function StepDrawer({
  title,
  submitLabel,
  close,
  kind,
  senders,
  step,
  template,
  last,
  children,
}: StepDrawerProps) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const typed = keepTyped(last, {
    ...{ wait_days: String(step?.wait_days ?? 0), wait_hours: String(step?.wait_hours ?? 0) },
    ...{ sender: step?.sender ?? "", subject: step?.subject ?? "", body: step?.body ?? "" },
    due_days: String(step?.due_days ?? 1),
  });
  return (
    <Drawer
      title={title}
      close={close}
      foot={
        <FormFoot
          submitLabel={submitLabel}
          close={close}
          form="step"
          working={working}
          {...(template?.template_id === 0 ? { disabledReason: "Choose a template first." } : {})}
        />
      }
    >
      <PostResult last={last} idOf={(wrong) => `step-${wrong}`} />
      {template && <TemplateChooser template={template} error={errors.template_id ?? []} />}
      <Form method="post" id="step" className="grid gap-5">
        <div className="grid grid-cols-2 gap-5">
          <TextInput
            id="step-wait_days"
            name="wait_days"
            label="Wait, days"
            inputMode="numeric"
            className="num"
            help={`0 to ${maxWaitDays}`}
            defaultValue={typed.wait_days}
            errors={errors.wait_days ?? []}
          />
          <TextInput
            id="step-wait_hours"
            name="wait_hours"
            label="And hours"
            inputMode="numeric"
            className="num"
            help="0 to 23"
            defaultValue={typed.wait_hours}
            errors={errors.wait_hours ?? []}
          />
        </div>
        <p className="text-sm text-quiet">
          After the step before it, or after the start. {kind !== "task" && "No one gets two messages on one day."}
        </p>
        {template && <TemplateVariables template={template} errors={errors} last={last} />}
        {(kind === "email" || kind === "sms") && (
          <Select
            id="step-sender"
            name="sender"
            label="From"
            empty={senders.length === 0 ? "There is none to choose yet" : "Choose who it is from"}
            defaultValue={typed.sender}
            choices={senders}
            errors={errors.sender ?? []}
          />
        )}
        {kind === "email" && (
          <TextInput
            id="step-subject"
            name="subject"
            label="Subject"
            maxLength={200}
            defaultValue={typed.subject}
            errors={errors.subject ?? []}
            autoComplete="off"
          />
        )}
        {kind !== "whatsapp" && <Body kind={kind} body={typed.body} errors={errors.body ?? []} />}
        {kind === "task" && (
          <TextInput
            id="step-due_days"
            name="due_days"
            label="Due after, days"
            inputMode="numeric"
            className="num"
            help={`0 to ${maxDueDays}. The task is for the sales manager of the lead or the contact.`}
            defaultValue={typed.due_days}
            errors={errors.due_days ?? []}
          />
        )}
      </Form>
      {children}
    </Drawer>
  );
}

/** What it says; of an SMS with its parts. */
function Body({ kind, body, errors }: { kind: StepKind; body: string; errors: readonly string[] }) {
  const [said, setSaid] = useState(body);
  const help = `Fields: ${fieldsText}. Write {{company|your company}} for words to use where there is no value; without them the step is not done.`;
  if (kind === "task")
    return (
      <TextInput
        id="step-body"
        name="body"
        label="What is to be done"
        help={help}
        maxLength={maxTaskTitle}
        defaultValue={body}
        errors={errors}
        autoComplete="off"
      />
    );
  return (
    <div>
      <TextArea
        id="step-body"
        name="body"
        label={stepKindNames[kind]}
        help={kind === "email" ? `${help} Below it are your signature and a link that ends the emails.` : help}
        rows={kind === "email" ? 10 : 5}
        {...(kind === "sms" ? { maxLength: maxSms } : {})}
        defaultValue={body}
        onInput={({ currentTarget }) => setSaid(currentTarget.value)}
        errors={errors}
      />
      {kind === "sms" && (
        <output
          htmlFor="step-body"
          className={`mt-1 block text-sm text-quiet ${body === "" ? "[@media(scripting:none)]:hidden" : ""}`}
        >
          {sayCounted(smsCount(said))}
        </output>
      )}
    </div>
  );
}
