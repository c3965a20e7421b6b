import type { SubmissionResult } from "@conform-to/react";
import type { KeptFile } from "./file-upload";

export type ShownNotice = { level: "success" | "warning" | "error" | "info"; title: string; message: string };

/** What an action answers to a form that it refused: everything typed, what is wrong with each field, and the reason. */
export type RefusedPost = {
  reply: SubmissionResult<string[]>;
  notice?: ShownNotice;
  /** Files of the form that are kept already. */
  files?: KeptFile[];
};

/** The answer of any action: only some answers are refusals. */
export type LastPost = (Partial<RefusedPost> & { always?: true }) | undefined;

/** The value that a field of the refused form had; undefined when that form had no such field. */
export function typedValue(last: LastPost, name: string): string | undefined {
  return typedValues(last, name)?.[0];
}

/** The values under one name; a field that was left empty has the empty text. */
export function typedValues(last: LastPost, name: string): string[] | undefined {
  if (!last?.reply?.fields?.includes(name)) return undefined;
  let value: unknown = last.reply.initialValue;
  for (const step of name.split(/[.[\]]+/).filter(Boolean))
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  return Array.isArray(value) ? value.map((one) => String(one ?? "")) : [String(value ?? "")];
}

type Fields = Record<string, string | boolean | readonly string[]>;

/** The fields of a form as they are drawn: what was typed into the refused one, or what is stored (`held`). */
export function keepTyped<T extends Fields>(last: LastPost, held: T): T {
  if (!last?.reply) return held;
  const typed = Object.entries(held).map(([name, value]) => {
    const values = typedValues(last, name);
    if (typeof value === "boolean") return [name, Boolean(values?.[0])];
    if (typeof value === "string") return [name, values?.[0] ?? value];
    return [name, (values ?? []).filter(Boolean)];
  });
  return Object.fromEntries(typed) as T;
}

/** What is wrong with each field, by its name. */
export function fieldErrors(last: LastPost): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(last?.reply?.error ?? {}).flatMap(([name, words]) => (words?.length ? [[name, words]] : [])),
  );
}
