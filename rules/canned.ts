import { compile, mergeFields, pieces, type Values } from "./merge";

/**
 * The variables that a canned reply may have. `from`: where its value comes from; what comes from nobody is filled in by
 * the agent before the message goes out (statement M46).
 */
export const cannedVariables = {
  name: { label: "The customer's name", from: "customer", sample: "Amina Yusuf" },
  first_name: { label: "The customer's first name", from: "customer", sample: "Amina" },
  phone: { label: "The customer's phone number", from: "customer", sample: "+254712000193" },
  email: { label: "The customer's email address", from: "customer", sample: "amina@example.com" },
  channel: { label: "The channel of the conversation", from: "system", sample: "WhatsApp" },
  agent: { label: "Your own name", from: "system", sample: "Kevin Kiptoo" },
  company: { label: "Your account's name", from: "system", sample: "Savanna Traders" },
  ticket: { label: "The number of the customer's newest ticket", from: "customer", sample: "1042" },
  order: { label: "An order number", from: "agent", sample: "SV-2210" },
  amount: { label: "An amount", from: "agent", sample: "KES 1,204.50" },
  date: { label: "A date", from: "agent", sample: "Friday 27 November" },
  time: { label: "A time", from: "agent", sample: "2:00 pm" },
} as const satisfies Record<string, { label: string; from: "customer" | "system" | "agent"; sample: string }>;

export type CannedVariable = keyof typeof cannedVariables;

export function isCannedVariable(name: string): name is CannedVariable {
  return Object.hasOwn(cannedVariables, name);
}

/** Why a canned text can't be kept, in words; nothing when it can. Of several faults the first. */
export function wrongInCanned(text: string): string | undefined {
  for (const piece of pieces(text)) {
    if (typeof piece !== "string") {
      if (!isCannedVariable(piece.field)) return `{{${piece.field}}} is no variable. Choose one of the list.`;
      continue;
    }
    const braces = /\{\{[^{}]{0,40}\}{0,2}|[^\s{}]{0,40}\}\}/.exec(piece);
    if (braces) return `${braces[0].trim()} is no variable. Write it like {{name}}: two braces on each side.`;
  }
  return undefined;
}

/** The text with every value that is known; what is missing keeps its braces, so that it is seen and asked for. */
export function filledIn(text: string, values: Values): { text: string; missing: string[] } {
  const missing = compile(text)(values).missing;
  const open = Object.fromEntries(missing.map((name) => [name, `{{${name}}}`]));
  return { text: compile(text)({ ...values, ...open }).text, missing };
}

/** Known variables that still stand open in what is to be sent: such a text does not go out (statement M46). */
export function leftOpen(text: string): CannedVariable[] {
  return text.includes("{{") ? mergeFields(text).filter(isCannedVariable) : [];
}

/** "Wanjiru Maina" is Wanjiru; nothing for what is no name of a person (a number, an address). */
export function firstName(name: string): string {
  const [first = ""] = name.trim().split(/\s+/);
  return /^\p{L}[\p{L}\p{M}'’.-]*$/u.test(first) ? first : "";
}

/** The text in the customer's language, or in the other one where only that is written. */
export function inLanguage({ text_en, text_sw }: { text_en: string; text_sw: string }, language: string): string {
  return language === "sw" ? text_sw || text_en : text_en || text_sw;
}

/** "/Hours " as it is kept: "hours". */
export function shortcutText(typed: string): string {
  return typed.trim().replace(/^\/+/, "").toLowerCase();
}

/** Letters, digits, - and _, as they can be typed after a stroke. */
export const shortcutPattern = /^[\p{Ll}\p{Lo}\p{N}_-]{1,30}$/u;
