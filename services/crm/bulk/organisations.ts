import { z } from "zod";
import { assignOrganisation } from "../organisations/assign";
import { findOrganisation } from "../organisations/store";
import { mustMay } from "../records/actor";
import type { ItemChanger } from "./items";

const Manager = z.object({ id: z.string().nullable(), name: z.string() });

/** Organisations get another sales manager. */
export const organisationChanges: Record<"organisation manager", ItemChanger> = {
  "organisation manager": {
    async apply(trx, { caller, to }, id) {
      mustMay(caller, "contact");
      const before = await assignOrganisation(trx, caller, id, to);
      return before && { before: { id: before.sales_manager_id, name: before.sales_manager }, after: to };
    },
    async restore(trx, { caller }, { id, before, after }) {
      mustMay(caller, "contact");
      const found = await findOrganisation(trx, caller.account, id, true);
      if (found.sales_manager_id !== Manager.parse(after).id) return false;
      await assignOrganisation(trx, caller, id, Manager.parse(before));
      return true;
    },
  },
};
