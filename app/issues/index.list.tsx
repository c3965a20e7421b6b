import { z } from "zod";
import { statuses } from "../../rules/ticket-labels";
import { paging } from "../../services/kit/contract";
import type { ReportedIssue } from "../../services/ticketing/contract.issues";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { statusWords } from "./issue-labels";

/** The subject, the answer under it, and the files. */
function Issue({ issue: { subject, answer, files } }: { issue: ReportedIssue }) {
  return (
    <span className="grid gap-0.5 py-1">
      <span className="font-medium">{subject}</span>
      {answer && <span className="text-sm text-quiet">Answer: {answer}</span>}
      {files.map(({ name, url }) => (
        <a key={url} className="link text-sm" href={url}>
          {name}
        </a>
      ))}
    </span>
  );
}

/** The issues that this account reported. */
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
      value: ({ subject }: ReportedIssue) => subject,
      cell: (issue) => <Issue issue={issue} />,
    },
    { name: "product", label: "Product", mobileOrder: 3, value: ({ product }) => product },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ status }) => statusWords[status].word,
      cell: ({ status }) => <Status kind={statusWords[status].kind}>{statusWords[status].word}</Status>,
    },
    { name: "by", label: "Reported by", muted: true, hideOnSmall: true, value: ({ reported_by }) => reported_by },
    { name: "when", label: "Reported", muted: true, mobileOrder: 5, value: ({ created_at }) => created_at },
    { name: "resolved", label: "Resolved", extra: true, value: ({ resolved_at }) => resolved_at },
    { name: "answer", label: "Answer", extra: true, clip: true, value: ({ answer }) => answer },
  ],
  id: ({ id }) => String(id),
});
