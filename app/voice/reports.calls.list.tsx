import { z } from "zod";
import { reportCalls } from "../../services/voice/contract.reports";
import { list } from "../kit/lists/definition";
import { callColumns } from "./records/call-columns";
import { callFilterFields, loadChoices, reportFilterFields } from "./records/filters";

/** Calls of agents, in and out. */
export const calls = list({
  path: "/voice/reports/calls",
  file: "calls",
  noun: ["call", "calls"],
  search: z.object(reportCalls.callRecords.query.shape),
  find: "Phone number",
  facts: (asked) => loadChoices(asked),
  rows: ({ api }, query) => api.voice.callRecords({ query }),
  filters: (facts) => [...callFilterFields, ...reportFilterFields(facts)],
  columns: ({ zone }) => callColumns(zone),
  id: ({ id }) => String(id),
});
