import { commas } from "../../rules/format";
import type { CannedScope } from "../../services/chat/contract.canned";

/** "1 reply", "1,204 replies" */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${commas(count)} ${count === 1 ? one : many}`;
}

export const scopeNames: Record<CannedScope, string> = { own: "Only me", team: "A team", all: "Everyone" };

/** Errors by the names of a form's fields, as the summary above it shows them. */
export function summary(errors: Record<string, string[]>): { text: string; field?: string }[] {
  return Object.entries(errors).flatMap(([field, words]) => words.map((text) => ({ text, field })));
}

/** What a page of the settings answers to a post that was refused. */
export type RefusedForm<Typed> = {
  typed?: Typed;
  errors: Record<string, string[]>;
  notice?: { level: "warning"; title: string; message: string };
};

type Problem = { status: number; message: string; errors?: Record<string, string[]> | undefined };

/** The answer to a refusal: what was typed comes back; a notice only where no field says it. */
export function refusalOf<Typed>({ message, errors = {} }: Problem, typed?: Typed): RefusedForm<Typed> {
  const said = Object.keys(errors).length > 0;
  return {
    errors,
    ...(typed === undefined ? {} : { typed }),
    ...(said ? {} : { notice: { level: "warning" as const, title: "Warning", message } }),
  };
}
