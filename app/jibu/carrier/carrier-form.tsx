import { getFormProps, getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { ConnectorSettings } from "../../../services/messaging/contract.connectors";
import type { LastPost } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select, TextInput } from "../../kit/ui/field";
import { UnsavedForm } from "../../kit/unsaved";

/** Nothing typed is null: the environment's value counts. */
const wholeNumber = (shape: z.ZodType<number | null, number | null>) =>
  z
    .string()
    .optional()
    .transform((typed) => (typed === undefined || typed.trim() === "" ? null : Number(typed.replaceAll(",", ""))))
    .pipe(shape);

export const CarrierForm = z.object({
  ...ConnectorSettings.shape,
  // An empty field is none at all; a pipe would not get its default.
  system_type: ConnectorSettings.shape.system_type.default(""),
  reference: z.enum(["yes", "no"], { error: "Choose one." }).transform((answer) => answer === "yes"),
  max_unanswered: wholeNumber(ConnectorSettings.shape.max_unanswered),
  tps: wholeNumber(ConnectorSettings.shape.tps),
  priority: z.coerce.number({ error: "Enter a whole number." }).pipe(ConnectorSettings.shape.priority.unwrap()),
});

const ids = [
  { value: "text", label: "As written" },
  { value: "hex", label: "Hexadecimal number" },
  { value: "decimal", label: "Decimal number" },
];

type Field = keyof z.infer<typeof CarrierForm>;
/** `prefix`: how its settings begin in the environment. */
type CarrierSettingsProps = { settings: ConnectorSettings; prefix: string; last: LastPost };

/** As the fields of the form show it. */
function asTyped({ max_unanswered, tps, reference, priority, ...settings }: ConnectorSettings): Record<Field, string> {
  return {
    ...settings,
    reference: reference ? "yes" : "no",
    max_unanswered: max_unanswered === null ? "" : String(max_unanswered),
    tps: tps === null ? "" : String(tps),
    priority: String(priority),
  };
}

/** How we speak to the carrier, as its technical sheet says. */
export function CarrierSettings({ settings, prefix, last }: CarrierSettingsProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm<Record<Field, string>>({
    id: "carrier",
    lastResult: last?.reply,
    defaultValue: asTyped(settings),
  });
  return (
    <Card label="Settings">
      <CardHead title="Settings" />
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5 p-5 max-md:p-4">
        <UnsavedForm refused={last} />
        <Select
          label="Sessions"
          {...getSelectProps(fields.bind)}
          key={fields.bind.key}
          errors={fields.bind.errors ?? []}
          choices={[
            { value: "transceiver", label: "One session for both (transceiver)" },
            { value: "pair", label: "Two sessions (transmitter and receiver)" },
            { value: "transmitter", label: "One session that only sends (transmitter)" },
          ]}
          help="With a transmitter alone no receipts and no answers come in."
        />
        <TextInput
          label="System type"
          {...getInputProps(fields.system_type, { type: "text" })}
          key={fields.system_type.key}
          errors={fields.system_type.errors ?? []}
          optional
          maxLength={12}
          autoComplete="off"
          help="Only when the carrier names one."
        />
        <div className="grid gap-5 md:grid-cols-2">
          <Select
            label="Message IDs in answers"
            {...getSelectProps(fields.answer_id)}
            key={fields.answer_id.key}
            errors={fields.answer_id.errors ?? []}
            choices={ids}
          />
          <Select
            label="Message IDs in receipts"
            {...getSelectProps(fields.receipt_id)}
            key={fields.receipt_id.key}
            errors={fields.receipt_id.errors ?? []}
            choices={ids}
            help="If nothing is ever delivered, compare the unmatched receipts below with the carrier's answers."
          />
        </div>
        <div className="grid gap-5 md:grid-cols-2">
          <Select
            label="Long messages"
            {...getSelectProps(fields.long_messages)}
            key={fields.long_messages.key}
            errors={fields.long_messages.errors ?? []}
            choices={[
              { value: "parts", label: "In parts" },
              { value: "payload", label: "Whole (message_payload)" },
            ]}
            help="Whole where the carrier divides them itself."
          />
          <Select
            label="Our reference in each message"
            {...getSelectProps(fields.reference)}
            key={fields.reference.key}
            errors={fields.reference.errors ?? []}
            choices={[
              { value: "yes", label: "Send it (user_message_reference)" },
              { value: "no", label: "Leave it out" },
            ]}
            help="Leave it out where the carrier refuses optional parameters."
          />
          <TextInput
            label="Most unanswered parts"
            {...getInputProps(fields.max_unanswered, { type: "text" })}
            key={fields.max_unanswered.key}
            errors={fields.max_unanswered.errors ?? []}
            inputMode="numeric"
            optional
            help={`1 to 5,000. Empty: ${prefix}_WINDOW.`}
          />
          <TextInput
            label="Parts per second"
            {...getInputProps(fields.tps, { type: "text" })}
            key={fields.tps.key}
            errors={fields.tps.errors ?? []}
            inputMode="numeric"
            optional
            help={`0 means no limit. Empty: ${prefix}_TPS.`}
          />
          <TextInput
            label="Place in the order"
            {...getInputProps(fields.priority, { type: "text" })}
            key={fields.priority.key}
            errors={fields.priority.errors ?? []}
            inputMode="numeric"
            help="1 to 9. The carrier with the lower number takes everything while its link is up."
          />
        </div>
        <p className="text-sm text-quiet">
          The new settings apply within seconds: what was sent is answered first, then the link connects again. Receipts
          of messages sent under other kinds of IDs are not matched any more.
        </p>
        <div>
          <Button variant="primary" size="lg" working={working}>
            Save settings
          </Button>
        </div>
      </Form>
    </Card>
  );
}
