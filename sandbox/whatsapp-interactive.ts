import { z } from "zod";
import type { Tap } from "./chat-wire";

const id = z.string().min(1).max(256);
const body = z.object({ text: z.string().min(1).max(1_024) });
const Buttons = z.object({
  type: z.literal("button"),
  body,
  action: z.object({
    buttons: z
      .array(z.object({ type: z.literal("reply"), reply: z.object({ id, title: z.string().min(1).max(20) }) }))
      .min(1)
      .max(3),
  }),
});
const List = z.object({
  type: z.literal("list"),
  body,
  action: z.object({
    button: z.string().min(1).max(20),
    sections: z.array(z.object({ rows: z.array(z.object({ id, title: z.string().min(1).max(24) })).min(1) })).min(1),
  }),
});

/** A message with buttons or a list: what can be tapped of it, or why the Cloud API refuses it. */
export function readInteractive(given: unknown): { text: string; taps: Tap[] } | { wrong: string } {
  const found = z.union([Buttons, List]).safeParse(given);
  if (!found.success) return { wrong: "Parameter value is not valid" };
  const { data } = found;
  const taps: Tap[] =
    data.type === "button"
      ? data.action.buttons.map(({ reply }) => ({ kind: "button", ...reply }))
      : data.action.sections.flatMap(({ rows }) => rows.map((row) => ({ kind: "row" as const, ...row })));
  if (taps.length > 10) return { wrong: "Total row count exceed max allowed count: 10" };
  const same = (key: "id" | "title") => new Set(taps.map((one) => one[key])).size < taps.length;
  if (same("id") || (data.type === "button" && same("title"))) return { wrong: "Duplicated button" };
  return { text: data.body.text, taps };
}
