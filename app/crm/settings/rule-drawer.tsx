import { Form, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { type ScoreOperator, scoreOperators, scoreProperties } from "../../../rules/crm-score";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { typedCheck, typedText } from "../../kit/typed-fields";
import { Button } from "../../kit/ui/button";
import { Checkbox } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { ariaProps, FieldNotes, Select, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";

/** The form of a rule. */
export const RuleFields = z.object({
  property: z.union([z.enum(scoreProperties), z.templateLiteral(["custom.", z.int().positive()])], {
    error: "Choose what to look at.",
  }),
  operator: z.enum(scoreOperators, { error: "Choose how to compare." }),
  value: typedText,
  points: z.coerce.number({ error: "Enter a whole number." }),
  fades: typedCheck,
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

const operatorNames: Record<ScoreOperator, string> = {
  "is set": "is filled in",
  "is empty": "is empty",
  is: "is",
  contains: "contains",
  "is at least": "is at least",
  "is at most": "is at most",
  "is before": "is before",
  "is after": "is after",
  "is in the last days": "is in the last … days",
  "is in the next days": "is in the next … days",
  "is more than days ago": "is more than … days ago",
};

const fading = "For “is in the last … days”: 30 points of 30 days are 20 after 10 days, and none after 30.";

/** What a rule can look at. */
export type RuleProperty = { id: string; name: string };

type Props = {
  title: string;
  button: string;
  given: Record<string, string>;
  properties: readonly RuleProperty[];
  last: (NonNullable<LastPost> & { preview?: RulePreview }) | undefined;
};

/** A rule of the score: what to look at, what to compare with, and its points. */
export function RuleDrawer({ title, button, given, properties, last }: Props) {
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
          choices={properties.map(({ id, name }) => ({ value: id, label: name }))}
          errors={errors.property ?? []}
        />
        <Select
          id="rule-operator"
          name="operator"
          label="Comparison"
          help="Numbers, amounts and dates are compared with each other, a stage, its category and a choice with “is”, several choices with “contains”."
          defaultValue={held("operator") || "is"}
          choices={scoreOperators.map((value) => ({ value, label: operatorNames[value] }))}
          errors={errors.operator ?? []}
        />
        <TextInput
          id="rule-value"
          name="value"
          label="Compared with"
          optional
          help="An amount such as 50,000, a date such as 2026-11-28, a number of days, or the label of a choice. Not needed for “is filled in” and “is empty”."
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
        <div>
          <Checkbox
            name="fades"
            label="Fade over these days"
            defaultChecked={last ? typedValue(last, "fades") === "on" : given.fades === "on"}
            {...ariaProps({ id: "rule-fades", help: fading, errors: errors.fades ?? [] })}
          />
          <FieldNotes id="rule-fades" help={fading} errors={errors.fades ?? []} />
        </div>
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
