/** One question of a form before or after the chat, as its makers keep it. `name` never changes once it is there. */
export type FormField = {
  name: string;
  kind: FieldKind;
  label_en: string;
  label_sw: string;
  required: boolean;
  on: boolean;
  choices: string[];
};

export const fieldKinds = ["text", "paragraph", "email", "phone", "choice", "consent"] as const;
export type FieldKind = (typeof fieldKinds)[number];

export const fieldKindNames: Record<FieldKind, string> = {
  text: "One line of text",
  paragraph: "Several lines of text",
  email: "Email address",
  phone: "Phone number",
  choice: "A choice from a list",
  consent: "Consent checkbox",
};

export const formKinds = ["prechat", "postchat"] as const;
export type FormKind = (typeof formKinds)[number];

const field = (name: string, kind: FieldKind, label_en: string, label_sw: string, required = false): FormField => ({
  ...{ name, kind, label_en, label_sw, required },
  on: true,
  choices: [],
});

export type FormSettings = {
  active: boolean;
  comment: boolean;
  title_en: string;
  title_sw: string;
  fields: FormField[];
};

/** What is asked when nobody has changed it (Q074). */
export const usualForms: Record<FormKind, FormSettings> = {
  prechat: {
    active: true,
    comment: false,
    title_en: "",
    title_sw: "",
    fields: [
      field("name", "text", "Your name", "Jina lako", true),
      field("email", "email", "Email address", "Barua pepe"),
      field("phone", "phone", "Phone number", "Nambari ya simu"),
    ],
  },
  postchat: { active: true, comment: true, title_en: "How was it?", title_sw: "Ilikuwaje?", fields: [] },
};

/** The most questions of one form. */
export const maxFields = 12;

/** A name for a new question that no other has: the person's own e-mail and number are known by their names. */
export function nameFor(given: Pick<FormField, "kind" | "label_en" | "label_sw">, taken: readonly string[]): string {
  const usual = { email: "email", phone: "phone", consent: "consent", text: "", paragraph: "", choice: "" }[given.kind];
  const words = (given.label_en || given.label_sw)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 40)
    .replace(/^_+|_+$/g, "");
  // A question that is only called so must not be taken for the person's own address or number.
  const base = usual || (words === "email" || words === "phone" || words === "" ? "question" : words);
  let name = base;
  for (let n = 2; taken.includes(name); n++) name = `${base}_${n}`;
  return name;
}

/** The list in the order of these names; one that is not among them keeps its place behind them. */
export function ranked<T extends { name: string }>(fields: readonly T[], names: readonly string[]): T[] {
  const place = (one: T) => (names.includes(one.name) ? names.indexOf(one.name) : names.length);
  return [...fields].sort((a, b) => place(a) - place(b));
}

/** The names with one of them a place up or down, as the button that does it posts them. */
export function moved<T>(names: readonly T[], index: number, by: -1 | 1): T[] {
  const order = [...names];
  const own = order.splice(index, 1);
  order.splice(Math.max(0, index + by), 0, ...own);
  return order;
}

/** What a visitor is asked, in the words of the web chat (rules/webchat): a consent is a box that has to be ticked. */
export function formQuestions({ active, fields }: Pick<FormSettings, "active" | "fields">) {
  if (!active) return [];
  return fields
    .filter(({ on }) => on)
    .map(({ name, kind, label_en, label_sw, required, choices }) => ({
      ...{ name, required, choices },
      kind: kind === "consent" ? ("tick" as const) : kind,
      label: { en: label_en || label_sw, sw: label_sw || label_en },
    }));
}

/** Answers are kept by the field's name; its label is made of it where no form says better. */
export function fieldLabel(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
