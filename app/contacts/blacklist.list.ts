import { z } from "zod";
import { paging } from "../../services/kit/contract";
import type { BlacklistEntry } from "../../services/messaging/contract.contacts";
import { list } from "../kit/list";

/** Who put a number on the list, in words. */
export const sourceNames: Record<BlacklistEntry["source"], string> = {
  staff: "Your team",
  stop: "Texted STOP",
  import: "Import",
};

export const blacklist = list({
  file: "blacklist",
  search: z.object({ ...paging, q: z.string().max(100).catch("").default("") }),
  rows: (api, search) => api.messaging.blacklist({ query: search }),
  columns: {
    Phone: (entry: BlacklistEntry) => entry.msisdn,
    Reason: (entry) => entry.reason,
    Source: (entry) => sourceNames[entry.source],
    "Added by": (entry) => entry.added_by,
    Added: (entry) => entry.created_at,
  },
});
