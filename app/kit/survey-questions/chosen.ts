import { type LastPost, typedValue, typedValues } from "../refused-post";

const indexed = /^choice\[(\d{1,2})\]$/;

/**
 * The chosen ids of a posted question. Those of a ranking or a matrix have their place in the field's name, and 0 stands
 * for a place or a row without one. @param prefix what the names of its fields begin with
 */
export function chosenIn(form: FormData, prefix = ""): number[] {
  const placed: number[] = [];
  for (const [name, value] of form) {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    const at = Number(indexed.exec(own)?.[1] ?? Number.NaN);
    if (at < maxChoices) placed[at] = idIn(value);
  }
  if (placed.length > 0) return Array.from(placed, (id) => id ?? 0);
  return form
    .getAll(`${prefix}choice`)
    .flatMap((value) => idIn(value) || [])
    .slice(0, maxChoices);
}

/** The same of what a refused form held: the ids between commas. */
export function chosenAgain(typed: (name: string) => string | undefined): string | undefined {
  const held = Array.from({ length: maxChoices }, (_, at) => typed(`choice[${at}]`));
  const last = held.findLastIndex((value) => value !== undefined);
  return last < 0 ? undefined : Array.from(held.slice(0, last + 1), (value) => value || "0").join(",");
}

const maxChoices = 50;

function idIn(value: FormDataEntryValue): number {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

/** What was chosen or typed in a form that was refused; undefined where none was. */
export function typedAgain(last: LastPost): string | undefined {
  if (!last) return undefined;
  const placed = chosenAgain((name) => typedValue(last, name));
  if (placed !== undefined) return placed;
  const chosen = (typedValues(last, "choice") ?? []).filter(Boolean);
  return chosen.length > 0 ? chosen.join(",") : (typedValue(last, "text") ?? "");
}
