import { Form } from "@remix-run/react";
import { Plus } from "lucide-react";
import type { CalculatedValue, SurveyGraph } from "../../../rules/survey/graph";
import { referenceTo } from "../../../rules/survey/piping";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { TextInput } from "../../kit/ui/field";

type CalculatedCardProps = { graph: SurveyGraph; last: LastPost };

/** The numbers that are worked out from answers, each with its own form, and the form that adds one. */
export function CalculatedCard({ graph, last }: CalculatedCardProps) {
  const numbers = graph.questions.filter(({ type }) => type === "number" || type === "rating" || type === "nps");
  const [first, second] = numbers.map((question) => referenceTo(question).slice(1, -1));
  return (
    <Card label="Calculated values" className="self-start">
      <CardHead title="Calculated values" />
      <div className="grid gap-2 p-4">
        <p className="help">
          A value is worked out from answers as they are given. Conditions and texts can use it, and it is kept with
          each response. Where an answer is missing, and after a division by 0, it has no value.
        </p>
        <p className="help">
          Write answers in braces, such as <code>{`${first ?? "{food}"} + ${second ?? "{drinks}"} * 2`}</code>, and{" "}
          <code>sum</code>, <code>mean</code>, <code>min</code>, <code>max</code> or <code>{"count({topics})"}</code>,
          which says how many were chosen.
        </p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {graph.calculated.map((value, at) => (
          <li key={value.id} className="p-4">
            <ValueForm value={value} last={last} first={at === 0} />
          </li>
        ))}
        <li className="p-4">
          <ValueForm last={last} first />
        </li>
      </ul>
    </Card>
  );
}

function ValueForm({ value, last, first }: { value?: CalculatedValue; last: LastPost; first: boolean }) {
  const intent = value ? "value-save" : "value-add";
  const sent = typedValue(last, "intent") === intent && typedValue(last, "id") === (value && String(value.id));
  const mine = sent ? last : undefined;
  const errors = fieldErrors(mine);
  const id = `${intent}-${value?.id ?? ""}`;
  const named = value ? `the value ${value.name}` : "";
  return (
    <Form method="post" className="grid items-start gap-3 md:grid-cols-[10rem_minmax(0,1fr)]" preventScrollReset>
      {value && <input type="hidden" name="id" value={value.id} />}
      <TextInput
        id={`${id}-name`}
        name="name"
        label={value ? "Name" : "Name of a new value"}
        maxLength={30}
        defaultValue={typedValue(mine, "name") ?? value?.name ?? ""}
        errors={errors.name ?? []}
        autoComplete="off"
        autoCapitalize="none"
        required
      />
      <TextInput
        id={`${id}-expression`}
        name="expression"
        label="Calculation"
        maxLength={300}
        defaultValue={typedValue(mine, "expression") ?? value?.expression ?? ""}
        errors={errors.expression ?? []}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <div className="flex flex-wrap gap-2 md:col-span-2">
        {value ? (
          <>
            <Button name="intent" value="value-save" aria-label={`Save ${named}`}>
              Save
            </Button>
            {!first && (
              <Button name="intent" value="value-up" variant="ghost" aria-label={`Move up ${named}`} formNoValidate>
                Move up
              </Button>
            )}
            <Button name="intent" value="value-remove" variant="ghost" aria-label={`Remove ${named}`} formNoValidate>
              Remove
            </Button>
          </>
        ) : (
          <Button name="intent" value="value-add" icon={Plus}>
            Add the value
          </Button>
        )}
      </div>
    </Form>
  );
}
