import { isStorable, storable, unstorableWords } from "../../rules/storable";

/** Deeper and wider than any body of ours. */
const deepest = 20;
const widest = 10_000;

type Errors = Record<string, string[]>;

/** Field errors for the first of a value's texts and names that cannot be kept; undefined when all can. */
export function unstorable(value: unknown, path: readonly string[] = []): Errors | undefined {
  const wrong = (words: string): Errors => ({ [path.join(".") || "form"]: [words] });
  if (typeof value === "string") return isStorable(value) ? undefined : wrong(unstorableWords);
  const inner = entriesOf(value);
  if (!inner) return undefined;
  if (path.length >= deepest) return wrong("This is nested too deeply.");
  if (inner.length > widest) return wrong(`At most ${widest.toLocaleString("en-GB")} values can be sent at once.`);
  for (const [name, one] of inner) {
    if (!isStorable(name)) return wrong("A name in it has a character that cannot be kept.");
    const found = unstorable(one, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

/** The value with texts and names that can be kept; one that has nothing else is handed on as it is. */
export function storableValue(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return storable(value);
  const inner = entriesOf(value);
  if (!inner || depth > deepest) return value;
  const clean = inner.map(([name, one]) => [storable(name), storableValue(one, depth + 1)] as const);
  if (clean.every(([name, one], at) => name === inner[at]?.[0] && one === inner[at]?.[1])) return value;
  return Array.isArray(value) ? clean.map(([, one]) => one) : Object.fromEntries(clean);
}

/** What is inside a list or a plain object. */
function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  return plain ? Object.entries(value) : undefined;
}
