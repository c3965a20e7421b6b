// Messages with reply buttons or a list: https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-messages
import { z } from "zod";

/** Choices below a message, as they are kept with it (`rules/whatsapp/bot.ts`). */
export const KeptChoices = z.object({
  kind: z.enum(["buttons", "list"]),
  button: z.string().min(1).max(20),
  options: z
    .array(z.object({ id: z.string().min(1).max(200), title: z.string().min(1).max(24) }))
    .min(1)
    .max(10),
});
type KeptChoices = z.infer<typeof KeptChoices>;

/** The message as the Cloud API takes it; which choice was made comes back with its id and its title. */
export function interactiveMessage(text: string, { kind, button, options }: KeptChoices): object {
  const body = { text };
  if (kind === "buttons") {
    const buttons = options.map((reply) => ({ type: "reply", reply }));
    return { type: "interactive", interactive: { type: "button", body, action: { buttons } } };
  }
  const action = { button, sections: [{ rows: options }] };
  return { type: "interactive", interactive: { type: "list", body, action } };
}
