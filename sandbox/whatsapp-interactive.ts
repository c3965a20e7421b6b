import { z } from "zod";
import type { LineChoices } from "./chat-wire";

const bodyPart = z.object({ text: z.string().min(1).max(1_024) });
const Interactive = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("button"),
    body: bodyPart,
    action: z.object({
      buttons: z
        .array(
          z.object({
            type: z.literal("reply"),
            reply: z.object({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) }),
          }),
        )
        .min(1)
        .max(3),
    }),
  }),
  z.object({
    type: z.literal("list"),
    body: bodyPart,
    action: z.object({
      button: z.string().min(1).max(20),
      sections: z
        .array(
          z.object({
            rows: z
              .array(z.object({ id: z.string().min(1).max(200), title: z.string().min(1).max(24) }))
              .min(1)
              .max(10),
          }),
        )
        .length(1),
    }),
  }),
]);

/** What the phone shows of a message with choices, refused as Meta refuses what is over its limits. */
export function readInteractive(given: unknown): { text: string; choices: LineChoices } | { fault: string } {
  const read = Interactive.safeParse(given);
  if (!read.success) return { fault: `Invalid parameter: ${read.error.issues[0]?.path.join(".") ?? "interactive"}` };
  const { data } = read;
  const { text } = data.body;
  if (data.type === "button") return { text, choices: { options: data.action.buttons.map(({ reply }) => reply) } };
  const options = data.action.sections.flatMap(({ rows }) => rows);
  const titles = new Set(options.map(({ title }) => title));
  return titles.size < options.length
    ? { fault: "Duplicated title key found" }
    : { text, choices: { opens: data.action.button, options } };
}
