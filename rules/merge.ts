/** Merge fields of a message: `{{first_name}}`, `{{ First_Name }}`, `{{first_name|there}}` (a default of its own). */
export type Piece = string | { field: string; fallback: string | undefined };

/** What to send a recipient who has no value for a field: leave them out, send it blank, or say something else. */
export type EmptyFieldChoice = "skip" | "blank" | { default: string };

/** One choice for every field, or a choice per field with the rest decided by `otherwise`. */
export type Decision = EmptyFieldChoice | { fields: Record<string, EmptyFieldChoice>; otherwise: EmptyFieldChoice };

/** Keys are lower-case field names; blank and absent values count as missing. */
export type Values = Readonly<Record<string, string | null | undefined>>;

export type MergedText = {
  text: string;
  /** Fields without a value and without a default inside the braces, each once, in order. */
  missing: string[];
  /** True when the decision for one of them is "skip": nobody may send this text. */
  skip: boolean;
};

const fieldPattern = /^[a-z0-9_]{1,64}$/;

/**
 * The text cut at its merge fields. One pass, whatever the braces: an unclosed or unknown one stays text, and of
 * `{{{name}}}` the inner pair counts.
 */
export function pieces(body: string): Piece[] {
  const found: Piece[] = [];
  let textFrom = 0;
  let open = -1;
  for (let i = 0; i + 1 < body.length; i++) {
    const char = body.charCodeAt(i);
    if (char !== body.charCodeAt(i + 1)) continue;
    if (char === 0x7b) {
      open = i;
    } else if (char === 0x7d && open >= 0) {
      const field = readField(body.slice(open + 2, i));
      if (field) {
        if (open > textFrom) found.push(body.slice(textFrom, open));
        found.push(field);
        textFrom = i + 2;
        i++;
      }
      open = -1;
    }
  }
  if (textFrom < body.length) found.push(body.slice(textFrom));
  return found;
}

function readField(inside: string): Exclude<Piece, string> | undefined {
  const bar = inside.indexOf("|");
  const field = (bar < 0 ? inside : inside.slice(0, bar)).trim().toLowerCase();
  if (!fieldPattern.test(field)) return undefined;
  return { field, fallback: bar < 0 ? undefined : inside.slice(bar + 1).trim() };
}

/** The fields a text uses, lower-case, each once, in order of appearance. */
export function mergeFields(body: string): string[] {
  const fields = new Set<string>();
  for (const piece of pieces(body)) if (typeof piece !== "string") fields.add(piece.field);
  return [...fields];
}

/** Reads the text once; the function it gives merges one recipient. Without a decision a missing value is blank. */
export function compile(body: string, decision: Decision = "blank"): (values: Values) => MergedText {
  const plan = pieces(body).map((piece) =>
    typeof piece === "string" ? piece : { ...piece, choice: choiceFor(piece.field, decision) },
  );
  return function merge(values) {
    let text = "";
    let skip = false;
    let missing: string[] | undefined;
    for (const piece of plan) {
      if (typeof piece === "string") {
        text += piece;
        continue;
      }
      const value = valueFor(values, piece.field);
      if (value !== undefined) {
        text += value;
      } else if (piece.fallback !== undefined) {
        text += piece.fallback;
      } else {
        missing ??= [];
        if (!missing.includes(piece.field)) missing.push(piece.field);
        if (piece.choice === "skip") skip = true;
        else if (piece.choice !== "blank") text += piece.choice.default;
      }
    }
    return { text, missing: missing ?? [], skip };
  };
}

function choiceFor(field: string, decision: Decision): EmptyFieldChoice {
  if (typeof decision === "string" || "default" in decision) return decision;
  return (Object.hasOwn(decision.fields, field) ? decision.fields[field] : undefined) ?? decision.otherwise;
}

/** Own properties only: a field named `constructor` or `__proto__` is a field like any other. */
function valueFor(values: Values, field: string): string | undefined {
  if (!Object.hasOwn(values, field)) return undefined;
  const value = values[field];
  return value === null || value === undefined || value.trim() === "" ? undefined : value;
}

/** The field name a column heading gives: "Amount Due (KES)" is `amount_due_kes`; "" when nothing is left. */
export function fieldName(heading: string): string {
  return heading
    .slice(0, 200)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 64)
    .replace(/^_|_$/g, "");
}

/** A merge field as a heading: first_name is "First name", loan_no "Loan no". */
export function fieldHeading(field: string): string {
  const words = field.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
