import { z } from "zod";
import { headerFormats, isHeaderFormat } from "../../../rules/whatsapp/header-files";
import { textVariables } from "../../../rules/whatsapp/templates";
import type { TemplateForm } from "../../../services/whatsapp/contract.templates";
import { typedList, typedText } from "../../kit/typed-fields";

/** Buttons that the form has room for. */
export const buttonRows = [0, 1, 2] as const;

/** What the form offers for the header. */
export const headerKinds = ["NONE", "TEXT", ...headerFormats] as const;
export type HeaderKind = (typeof headerKinds)[number];

/**
 * The form as it is typed: a row for each button, of which the empty ones are none, and the samples of a text's variables
 * one a line.
 */
export const TypedTemplate = z.object({
  ...{ channel_id: typedText, name: typedText, language: typedText, category: typedText },
  header_kind: z.enum(headerKinds, { error: "Choose what the header is." }).default("NONE"),
  file_id: typedList,
  ...{ header: typedText, body: typedText, footer: typedText },
  ...{ header_sample: typedText, body_samples: typedText },
  buttons: z
    .array(z.object({ type: typedText, text: typedText, target: typedText, sample: typedText }))
    .max(buttonRows.length)
    .default([]),
});
type TypedForm = z.output<typeof TypedTemplate>;

/** What the call takes. @param file the sample that was sent, of a header that is one */
export function toTemplate(typed: TypedForm, file?: string): z.input<typeof TemplateForm> {
  const { header_sample, body_samples, buttons, channel_id, header_kind, file_id: _, ...written } = typed;
  // What was typed for another kind of header is not shown, and not meant.
  const text = { ...written, header: header_kind === "TEXT" ? written.header : "" };
  const samples: Record<string, string> = {};
  const [inHeader] = textVariables(text.header);
  if (inHeader !== undefined) samples[`header.${inHeader}`] = header_sample;
  const lines = body_samples.split(/\r?\n/);
  textVariables(text.body).forEach((name, place) => {
    samples[`body.${name}`] = lines[place] ?? "";
  });
  const kept = buttons.filter(hasKind);
  kept.forEach(({ target, sample }, place) => {
    const [name] = textVariables(target);
    if (name !== undefined) samples[`button${place}.${name}`] = sample;
  });
  return {
    ...text,
    ...(isHeaderFormat(header_kind) ? { header_format: header_kind, header_file: file ?? null } : {}),
    ...{ channel_id, samples },
    buttons: kept.map(({ type, text: label, target }) => {
      if (type === "URL") return { type, text: label, url: target };
      if (type === "PHONE_NUMBER") return { type, text: label, phone_number: target };
      return { type: "QUICK_REPLY", text: label };
    }),
  } as z.input<typeof TemplateForm>;
}

type ButtonRow = TypedForm["buttons"][number];

const hasKind = ({ type }: ButtonRow) => type !== "";

/** Rows of buttons with something typed in them that do not say what the button does: nothing of it would be handed in. */
export function buttonErrors({ buttons }: TypedForm): Record<string, string[]> {
  const words = "Choose what this button does, or empty its other fields.";
  return Object.fromEntries(
    buttons.flatMap((row, place) =>
      !hasKind(row) && [row.text, row.target, row.sample].some((typed) => typed.trim() !== "")
        ? [[`buttons[${place}].type`, [words]]]
        : [],
    ),
  );
}

/** An error of the call, by the field of the form that it is about. The call knows only the rows that are buttons. */
export function formField(name: string, { buttons }: Pick<TypedForm, "buttons">): string {
  const places = buttons.flatMap((row, place) => (hasKind(row) ? [place] : []));
  const row = (index: string | undefined) => places[Number(index)] ?? index;
  if (name === "header_file") return "files";
  if (name.startsWith("samples.header")) return "header_sample";
  if (name.startsWith("samples.body")) return "body_samples";
  const sample = /^samples\.button(\d+)/.exec(name);
  if (sample) return `buttons[${row(sample[1])}].sample`;
  const button = /^buttons\.(\d+)(?:\.(\w+))?/.exec(name);
  if (button) return `buttons[${row(button[1])}].${button[2] === "text" ? "text" : "target"}`;
  return name;
}
