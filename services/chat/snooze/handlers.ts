import type { Handlers } from "../../kit/serve";
import { alive } from "../agents/status";
import type { chat } from "../contract";
import type { Contact } from "../contract.schemas";
import type { snoozeCalls } from "../contract.snooze";
import { asNotAcceptableAnswer } from "../workspace/conflict";
import type { CallerContext, ChatContext } from "../workspace/context";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { resumeByHand, snooze } from "./snooze";

/** The calls that put a conversation aside and bring it back. */
export function snoozeHandlers({ write }: ChatContext): Pick<Handlers<typeof chat.calls>, keyof typeof snoozeCalls> {
  const acted = (context: CallerContext, message: string, work: (unit: UnitOfWork) => Promise<Contact>) =>
    asNotAcceptableAnswer(
      write(context, async (unit) => {
        if (context.who.kind === "person") await alive(unit, context.who);
        const contact = await work(unit);
        return { status: 201 as const, body: { status: 201 as const, message, contact } };
      }),
    );
  return {
    async snoozeContact({ params, body }, context) {
      return acted(context, "The conversation is snoozed.", (unit) => snooze(unit, params.id, body.until));
    },

    async resumeContact({ params }, context) {
      return acted(context, "The conversation is back.", (unit) => resumeByHand(unit, params.id));
    },
  };
}
