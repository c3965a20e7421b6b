import { z } from "zod";
import { statuses } from "../../rules/ticket-labels";
import { paging } from "../../services/kit/contract";
import type { ReportedIssue } from "../../services/ticketing/contract.issues";
import { list } from "../kit/list";
import { statusWords } from "./issue-labels";

export const issues = list({
  file: "reported-issues",
  search: z.object({ ...paging, status: z.enum(statuses).optional().catch(undefined) }),
  rows: (api, search) => api.ticketing.issues({ query: search }),
  columns: {
    Issue: (issue: ReportedIssue) => issue.subject,
    Product: (issue) => issue.product,
    State: (issue) => statusWords[issue.status].word,
    "Reported by": (issue) => issue.reported_by,
    Reported: (issue) => issue.created_at,
    Resolved: (issue) => issue.resolved_at,
    Answer: (issue) => issue.answer,
  },
});
