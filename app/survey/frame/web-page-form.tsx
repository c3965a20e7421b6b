import { Form } from "@remix-run/react";
import { z } from "zod";
import { type InteractionMode, interactionModeIds } from "../../../rules/survey/pages";
import type { SurveyDetail } from "../../../services/survey/contract.schemas";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { typedLines, typedText } from "../../kit/typed-fields";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { TextArea } from "../../kit/ui/field";

/** How the web page asks, and who may show it. The contract says what is right. */
export const WebPageFields = z.object({ interaction_mode: typedText, frame_origins: typedLines });

export function webPageBody({ interaction_mode, frame_origins }: z.output<typeof WebPageFields>) {
  const mode = interactionModeIds.find((id) => id === interaction_mode) ?? "conversation";
  return { interaction_mode: mode, frame_origins };
}

const modes: Record<InteractionMode, { label: string; help: string }> = {
  conversation: { label: "One question at a time", help: "Easiest on a phone." },
  page: {
    label: "All questions on one page",
    help: "A new page begins after a question with conditions, a consent or a quota, and before a text that shows an answer.",
  },
};

type WebPageFormProps = { survey: SurveyDetail; last: LastPost; working: boolean };

export function WebPageForm({ survey, last, working }: WebPageFormProps) {
  const errors = fieldErrors(last);
  const chosen = typedValue(last, "interaction_mode") ?? survey.interaction_mode;
  return (
    <Card label="Web page" padded>
      <h2 className="font-semibold">Web page</h2>
      <Form method="post" className="mt-3 grid gap-5">
        <CheckboxGroup id="survey-interaction_mode" legend="Questions" errors={errors.interaction_mode ?? []}>
          {interactionModeIds.map((id) => (
            <Checkbox
              key={id}
              type="radio"
              name="interaction_mode"
              value={id}
              {...modes[id]}
              defaultChecked={chosen === id}
            />
          ))}
        </CheckboxGroup>
        <TextArea
          id="survey-frame_origins"
          name="frame_origins"
          label="Sites that show the survey"
          help="One site on each line, such as https://www.example.com. No other site can show the survey in its pages."
          rows={3}
          defaultValue={typedValue(last, "frame_origins") ?? survey.frame_origins.join("\n")}
          errors={errors.frame_origins ?? []}
          spellCheck={false}
          optional
        />
        <div>
          <Button name="intent" value="web" working={working}>
            Save the web page
          </Button>
        </div>
      </Form>
    </Card>
  );
}
