import { z } from "zod";
import { statuses } from "../../rules/ticket-labels";
import { paging } from "../../services/kit/contract";
import type { ReportedIssue } from "../../services/ticketing/contract.issues";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { statusWords } from "./report/issue-labels";

/** What this account reported to the support team, and what became of each. */
export const issues = list({
  path: "/issues",
  file: "reported-issues",
  noun: ["issue", "issues"],
  search: z.object({ ...paging, status: z.enum(statuses).optional().catch(undefined) }),
  rows: ({ api }, query) => api.ticketing.issues({ query }),
  filters: () => [
    {
      name: "status",
      label: "State",
      choices: statuses.map((value) => ({ value, label: statusWords[value].word })),
    },
  ],
  columns: () => [
    {
      ...{ name: "issue", label: "Issue", wide: true, mobileOrder: 1, fixed: true },
      value: (issue: ReportedIssue) => issue.subject,
      cell: (issue) => (
        <span className="grid gap-0.5 py-1">
          <span className="font-medium">{issue.subject}</span>
          {issue.answer && <span className="text-sm text-quiet">Answer: {issue.answer}</span>}
          {issue.files.map(({ name, url }) => (
            <a key={url} className="link text-sm" href={url}>
              {name}
            </a>
          ))}
        </span>
      ),
    },
    { name: "product", label: "Product", mobileOrder: 3, value: (issue) => issue.product },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: (issue) => statusWords[issue.status].word,
      cell: (issue) => <Status kind={statusWords[issue.status].kind}>{statusWords[issue.status].word}</Status>,
    },
    { name: "by", label: "Reported by", muted: true, hideOnSmall: true, value: (issue) => issue.reported_by },
    { name: "when", label: "Reported", muted: true, mobileOrder: 5, value: (issue) => issue.created_at },
    { name: "resolved", label: "Resolved", extra: true, value: (issue) => issue.resolved_at },
    { name: "answer", label: "Answer", extra: true, clip: true, value: (issue) => issue.answer },
  ],
  id: (issue) => String(issue.id),
});
