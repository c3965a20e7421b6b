import { z } from "zod";
import { endOutcomes, operands } from "../../../rules/survey/graph";
import type { Problem } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import type { SurveyDetail } from "../../../services/survey/contract.schemas";
import { typedId, typedList, typedText, unknownIntent } from "../../kit/typed-fields";

const item = { id: typedId };

/** The forms of the page of endings. */
export const EndingFields = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("closing"), text: typedText }),
    z.object({
      intent: z.literal("text-add"),
      outcome: z.enum(endOutcomes, { error: "Choose when it is shown." }),
      asked: typedId,
      calculated: typedId,
      operand: z.enum(operands, { error: "Choose how to compare." }),
      value: typedText,
      values: typedList,
      text: typedText,
    }),
    z.object({ intent: z.literal("text-save"), ...item, text: typedText }),
    z.object({ intent: z.literal("text-up"), ...item }),
    z.object({ intent: z.literal("text-remove"), ...item }),
    z.object({ intent: z.literal("value-add"), name: typedText, expression: typedText }),
    z.object({ intent: z.literal("value-save"), ...item, name: typedText, expression: typedText }),
    z.object({ intent: z.literal("value-up"), ...item }),
    z.object({ intent: z.literal("value-remove"), ...item }),
  ],
  unknownIntent,
);
type Fields = z.output<typeof EndingFields>;
type EndingOutcome = { notice: string } | { status: number; body: Problem };

/** Does what a form of the page asks for. */
export async function changeEndings(
  { survey: api }: Pick<ServiceClients, "survey">,
  survey: SurveyDetail,
  value: Fields,
): Promise<EndingOutcome> {
  const params = { uuid: survey.uuid };
  const [main = "en"] = survey.languages;
  const texts = survey.end_texts.map(({ text, ...one }) => ({ ...one, text: text[main] ?? "" }));
  const saveTexts = async (data: SentEndText[], notice: string): Promise<EndingOutcome> => {
    // One that is not in the first language is faulty already; its other languages stay.
    const saved = await api.setEndTexts({ params, body: { data } });
    return saved.status === 201 ? { notice } : ofItem(saved);
  };
  const saveValues = async (data: SentValue[], notice: string): Promise<EndingOutcome> => {
    const saved = await api.setCalculated({ params, body: { data } });
    return saved.status === 201 ? { notice } : ofItem(saved);
  };
  switch (value.intent) {
    case "closing": {
      const saved = await api.translateSurvey({ params, body: { language: main, ending: value.text } });
      return saved.status === 201 ? { notice: "Text saved" } : saved;
    }
    case "text-add": {
      const { outcome, operand, asked, calculated, text } = value;
      const compared = value.values.length > 0 ? value.values.join(",") : value.value;
      const always = operand === "always";
      const added = {
        ...{ id: null, outcome, operand, text },
        ...(always
          ? { asked: null, calculated: null, value: "" }
          : { asked: asked || null, calculated: calculated || null, value: compared }),
      };
      return saveTexts([...texts, added], "End text added");
    }
    case "text-save":
      return saveTexts(
        texts.map((one) => (one.id === value.id ? { ...one, text: value.text } : one)),
        "End text saved",
      );
    case "text-up":
      return saveTexts(movedUp(texts, value.id), "End text moved");
    case "text-remove":
      return saveTexts(
        texts.filter(({ id }) => id !== value.id),
        "End text removed",
      );
    case "value-add":
      return saveValues(
        [...survey.calculated, { id: null, name: value.name, expression: value.expression }],
        "Value added",
      );
    case "value-save":
      return saveValues(
        survey.calculated.map((one) =>
          one.id === value.id ? { ...one, name: value.name, expression: value.expression } : one,
        ),
        "Value saved",
      );
    case "value-up":
      return saveValues(movedUp(survey.calculated, value.id), "Value moved");
    case "value-remove":
      return saveValues(
        survey.calculated.filter(({ id }) => id !== value.id),
        "Value removed",
      );
  }
}

type SentEndText = Omit<SurveyDetail["end_texts"][number], "id" | "text"> & { id: number | null; text: string };
type SentValue = Omit<SurveyDetail["calculated"][number], "id"> & { id: number | null };

/** One place nearer to the beginning. */
function movedUp<T extends { id: number }>(all: readonly T[], id: number): T[] {
  const at = all.findIndex((one) => one.id === id);
  const [moved, before] = [all[at], all[at - 1]];
  if (!moved || !before) return [...all];
  return [...all.slice(0, at - 1), moved, before, ...all.slice(at + 1)];
}

/** "data.2.text" is the text of the form that was sent: it changed one of them. */
function ofItem({ status, body }: { status: number; body: Problem }): EndingOutcome {
  const errors = Object.entries(body.errors ?? {}).map(([name, words]) => [name.replace(/^data\.\d+\./, ""), words]);
  return { status, body: { ...body, errors: Object.fromEntries(errors) } };
}
