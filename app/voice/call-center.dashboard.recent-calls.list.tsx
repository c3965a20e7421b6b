import { z } from "zod";
import { callCalls } from "../../services/voice/contract.calls";
import { list } from "../kit/lists/definition";
import { callColumns } from "./records/call-columns";

/** The list of the calls that came last. */
export const recentCallList = list({
  path: "/voice/call-center/dashboard/recent-calls",
  file: "recent-calls",
  noun: ["call", "calls"],
  search: z.object(callCalls.recentCalls.query.shape),
  find: "Phone number",
  findName: "phone_number",
  rows: ({ api }, query) => api.voice.recentCalls({ query }),
  columns: ({ zone }) => callColumns(zone),
  id: ({ id }) => String(id),
});
