import { z } from "zod";

/** What was typed into a text field or chosen in a list; the empty text when nothing was. */
export const typedText = z.string().default("");

/** The chosen ones of several; an empty choice is none. */
export const typedList = z
  .array(z.string().default(""))
  .default([])
  .transform((values) => values.filter(Boolean));

/** Whether a field for several has one of them chosen, as Conform keeps what was chosen: a list, or one alone. */
export const isChosen = (chosen: unknown, one: string) =>
  Array.isArray(chosen) ? chosen.includes(one) : chosen === one;

/** Whether a box is checked, whatever its value is. */
export const typedCheck = typedText.transform((value) => value !== "");

/** The number of a record in a hidden field or a list; 0 when there is none. */
export const typedId = typedText.transform((value) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
});

/** The lines of a field for several: without empty ones. */
export const typedLines = typedText.transform((text) => text.split("\n").flatMap((line) => line.trim() || []));

/** A form that is only a button. */
export const NoFields = z.object({});

/** Said when a button belongs to an older version of its page. */
export const unknownIntent = { error: "That action is not available. Reload the page." };
