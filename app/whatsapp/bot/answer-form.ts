import { z } from "zod";
import { type BotAnswer, botLimits, botStyles } from "../../../rules/whatsapp/bot";
import { typedText } from "../../kit/typed-fields";

export const choiceRows = Array.from({ length: botLimits.choices }, (_, place) => place);

/** The form as it is typed: a row for each choice, of which the empty ones are none; keywords between commas or lines. */
export const TypedAnswer = z.object({
  ...{ name: typedText, text: typedText, leads_to: typedText, keywords: typedText },
  style: z.enum(botStyles).catch("buttons"),
  choices: z
    .array(z.object({ label: typedText, leads_to: typedText }))
    .max(botLimits.choices)
    .default([]),
});
type TypedAnswer = z.output<typeof TypedAnswer>;

/** What the call takes. */
export function toAnswer({ choices, keywords, ...typed }: TypedAnswer): Omit<BotAnswer, "id"> {
  return {
    ...typed,
    choices: filledRows(choices).map(({ choice }) => choice),
    keywords: [...new Set(keywords.split(/[,;\n]/).flatMap((word) => word.trim() || []))],
  };
}

function filledRows(choices: TypedAnswer["choices"]) {
  return choices
    .map((choice, place) => ({ choice, place }))
    .filter(({ choice }) => choice.label.trim() !== "" || choice.leads_to !== "");
}

/** An error of the call, by the field of the form that it is about. */
export function answerField(name: string, { choices }: TypedAnswer): string {
  const [, place = "", part] = /^choices\.(\d+)\.(\w+)$/.exec(name) ?? [];
  if (part) return `choices[${filledRows(choices)[Number(place)]?.place ?? place}].${part}`;
  return name.startsWith("keywords") ? "keywords" : name === "choices" ? "choices[0].label" : name;
}
