import { snoozeFault } from "../../../rules/snooze";
import { type Handlers, HttpError } from "../../kit/serve";
import { alive } from "../agents/status";
import type { chat } from "../contract";
import type { bulkCalls } from "../contract.bulk";
import { ConflictError } from "../workspace/conflict";
import type { ChatContext } from "../workspace/context";
import { changeContact } from "./change";

/** The call that changes several conversations, each in a transaction of its own. */
export function bulkHandlers({ write, now }: ChatContext): Pick<Handlers<typeof chat.calls>, keyof typeof bulkCalls> {
  return {
    async bulkContacts({ body }, context) {
      const { ids, changes } = body;
      const fault = changes.until === undefined ? undefined : snoozeFault(changes.until * 1000, now().getTime());
      if (fault) throw new HttpError(422, "Please correct the marked fields.", { until: [fault] });
      const { who } = context;
      if (who.kind === "person") await write(context, (unit) => alive(unit, who));
      const changed: number[] = [];
      const refused: { id: number; reason: string }[] = [];
      // In the order given: where an agent has room for some only, these are the first.
      for (const id of new Set(ids)) {
        try {
          await write(context, (unit) => changeContact(unit, id, changes));
          changed.push(id);
        } catch (error) {
          refused.push({ id, reason: refusalReason(error) });
        }
      }
      const message =
        changed.length === 1 ? "1 conversation was changed." : `${changed.length} conversations were changed.`;
      return { status: 201, body: { status: 201, message, changed, refused } };
    },
  };
}

/** Why one of them could not be changed. A fault of ours goes on up. */
function refusalReason(error: unknown): string {
  if (error instanceof ConflictError) return error.message;
  if (!(error instanceof HttpError)) throw error;
  const [first] = Object.values(error.errors ?? {}).flat();
  return first ?? error.message;
}
