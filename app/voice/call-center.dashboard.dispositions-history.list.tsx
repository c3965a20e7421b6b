import { z } from "zod";
import { callCalls } from "../../services/voice/contract.calls";
import { list } from "../kit/lists/definition";
import { callColumns } from "./records/call-columns";

/** The list of calls that ended, with what was said of each. */
export const historyList = list({
  path: "/voice/call-center/dashboard/dispositions-history",
  file: "dispositions-history",
  noun: ["call", "calls"],
  search: z.object(callCalls.callHistory.query.shape),
  find: "Phone number",
  findName: "phone_number",
  rows: ({ api }, query) => api.voice.callHistory({ query }),
  columns: ({ zone }) => callColumns(zone),
  id: ({ id }) => String(id),
});
