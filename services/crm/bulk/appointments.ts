import { setAppointmentState } from "../appointments/state";
import { findAppointment, findOverlap } from "../appointments/store";
import { mustMay } from "../records/actor";
import type { ItemChanger } from "./items";

/** Appointments are called off. */
export const appointmentChanges: Record<"appointment cancelled", ItemChanger> = {
  "appointment cancelled": {
    async apply(trx, { caller, now }, id) {
      const before = await findAppointment(trx, caller.account, id, true);
      mustMay(caller, before.record.kind);
      if (before.state !== "scheduled") return undefined;
      await setAppointmentState(trx, caller, before, { state: "cancelled", now });
      return { before: { state: "scheduled" }, after: { state: "cancelled" } };
    },
    async restore(trx, { caller, now }, { id }) {
      const { account } = caller;
      const found = await findAppointment(trx, account, id, true);
      mustMay(caller, found.record.kind);
      if (found.state !== "cancelled") return false;
      const { user_id: user, starts_at, ends_at } = found;
      // Their time was given to another one since.
      if (user !== null && (await findOverlap(trx, account, { user, starts_at, ends_at, but: id }))) return false;
      await setAppointmentState(trx, caller, found, { state: "scheduled", now });
      return true;
    },
  },
};
