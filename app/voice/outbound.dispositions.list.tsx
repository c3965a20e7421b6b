import { z } from "zod";
import { callCalls } from "../../services/voice/contract.calls";
import { list } from "../kit/lists/definition";
import { callColumns } from "./records/call-columns";

/** Calls that agents made and that ended, with what was said of each. */
export const outboundDispositions = list({
  path: "/voice/outbound/dispositions",
  file: "outbound-dispositions",
  noun: ["call", "calls"],
  search: z.object(callCalls.callHistory.query.omit({ type: true }).shape),
  find: "Phone number",
  findName: "phone_number",
  rows: ({ api }, query) => api.voice.callHistory({ query: { ...query, type: "outbound" } }),
  columns: ({ zone }) => callColumns(zone).filter(({ name }) => name !== "type"),
  id: ({ id }) => String(id),
});
