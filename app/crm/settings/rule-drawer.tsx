import { Form, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { propertyNames, scoreOperators, scoreProperties } from "../../../rules/crm";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { typedText } from "../../kit/typed-fields";
import { Button } from "../../kit/ui/button";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";

/** The form of a rule. */
export const RuleFields = z.object({
  property: z.enum(scoreProperties, { error: "Choose what to look at." }),
  operator: z.enum(scoreOperators, { error: "Choose how to compare." }),
  value: typedText,
  points: z.coerce.number({ error: "Enter a whole number." }),
  /** "preview": nothing is saved, the records that would change are counted. */
  intent: typedText,
});
type RuleFields = z.output<typeof RuleFields>;

/** What a preview says of a rule, by the call that counts. */
export type RulePreview = { records: number; moved: number; whole: boolean };

/** The rule without the button that was pressed. */
export function ruleBody({ intent: _, ...rule }: RuleFields) {
  return rule;
}

const operatorNames = { "is set": "is set", is: "is", contains: "contains", "is at least": "is at least" };

type Props = {
  title: string;
  button: string;
  given: Record<string, string>;
  last: (NonNullable<LastPost> & { preview?: RulePreview }) | undefined;
};

/** A rule of the score: what to look at, what to compare with, and its points. */
export function RuleDrawer({ title, button, given, last }: Props) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const held = (name: string) => typedValue(last, name) ?? given[name] ?? "";
  const close = href("/crm/settings/scoreconfig");
  return (
    <Drawer
      title={title}
      close={close}
      foot={<FormFoot submitLabel={button} close={close} form="rule" working={working} />}
    >
      <PostResult last={last} idOf={(name) => `rule-${name}`} />
      <Form method="post" id="rule" className="grid gap-5">
        <Select
          id="rule-property"
          name="property"
          label="What to look at"
          defaultValue={held("property") || "source"}
          choices={scoreProperties.map((value) => ({ value, label: propertyNames[value] }))}
          errors={errors.property ?? []}
        />
        <Select
          id="rule-operator"
          name="operator"
          label="Comparison"
          help="A value is compared with “is at least”, a stage and its category with “is”."
          defaultValue={held("operator") || "is"}
          choices={scoreOperators.map((value) => ({ value, label: operatorNames[value] }))}
          errors={errors.operator ?? []}
        />
        <TextInput
          id="rule-value"
          name="value"
          label="Compared with"
          optional
          help="Not needed for “is set”."
          maxLength={200}
          defaultValue={held("value")}
          errors={errors.value ?? []}
          autoComplete="off"
        />
        <TextInput
          id="rule-points"
          name="points"
          label="Points"
          help="From -1,000 to 1,000."
          inputMode="numeric"
          defaultValue={held("points")}
          errors={errors.points ?? []}
          autoComplete="off"
        />
        <div className="grid gap-2">
          <div>
            <Button name="intent" value="preview" working={working}>
              Count what would change
            </Button>
          </div>
          {last?.preview && <PreviewWords {...last.preview} />}
        </div>
      </Form>
    </Drawer>
  );
}

function PreviewWords({ records, moved, whole }: RulePreview) {
  return (
    <p role="status">
      {moved.toLocaleString("en-KE")} of {whole ? "" : "the first "}
      {records.toLocaleString("en-KE")} leads, contacts and deals would get another score. Nothing is saved yet.
    </p>
  );
}
