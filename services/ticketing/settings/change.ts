import type { ActionOn } from "../../../rules/audit";
import { recordActivity } from "../../kit/activities";
import { activityActor, type CallerContext, type TicketingContext } from "../context";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** Changes a setting and writes down who did. `told` is the activity's sentence. */
export async function change<T>(
  service: TicketingContext,
  context: CallerContext,
  action: ActionOn<"ticketing">,
  work: (unit: UnitOfWork) => Promise<T>,
  told: (result: T) => string,
): Promise<T> {
  return service.write(context, async (unit) => {
    const result = await work(unit);
    await recordActivity(unit.trx, unit.account, activityActor(context), {
      action,
      description: told(result),
      subject: "ticketing",
    });
    return result;
  });
}

export function done(message: string) {
  return { status: 201 as const, body: { status: 201, message } };
}
