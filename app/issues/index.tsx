// /issues - the issues that this account reported, and what became of each
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { CircleHelp, Plus } from "lucide-react";
import { brand } from "../../rules/brand";
import { statuses } from "../../rules/ticket-labels";
import type { ReportedIssue } from "../../services/ticketing/contract.issues";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import type { Column } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { statusWords } from "./issue-labels";
import { issues } from "./issues.list";

export const meta = titled("Reported issues");

export const loader = page("/issues", async ({ api, url, viewer }) => {
  const search = searchOf(issues, url);
  return { rows: expectStatus(await issues.rows(api, search), 200), status: search.status, zone: viewer.time_zone };
});

function columnsIn(zone: string): Column<ReportedIssue>[] {
  return [
    {
      name: "issue",
      label: "Issue",
      wide: true,
      mobileOrder: 1,
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
    { name: "product", label: "Product", mobileOrder: 3, cell: (issue) => issue.product },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      cell: (issue) => <Status kind={statusWords[issue.status].kind}>{statusWords[issue.status].word}</Status>,
    },
    { name: "by", label: "Reported by", muted: true, hideOnSmall: true, cell: (issue) => issue.reported_by },
    {
      name: "when",
      label: "Reported",
      muted: true,
      mobileOrder: 5,
      cell: (issue) => <DateTime at={issue.created_at} zone={zone} />,
    },
  ];
}

export default function ReportedIssues() {
  const { rows, status, zone } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const create = (
    <LinkButton to={href("/issues/create")} variant="primary" icon={Plus}>
      Report an issue
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Reported issues"
        text="Issues this account reported to our support team, and their status."
        actions={rows.total > 0 || status ? create : undefined}
      />
      <Filters
        params={[...new URLSearchParams(search)]}
        chips={
          status
            ? [{ label: "State", value: statusWords[status].word, remove: withQuery(search, { status: undefined }) }]
            : []
        }
        clear={withQuery(search, { status: undefined })}
        fields={[
          {
            kind: "choice",
            name: "status",
            label: "State",
            choices: statuses.map((value) => ({ value, label: statusWords[value].word })),
            ...(status ? { value: status } : {}),
          },
        ]}
      />
      <ListCard
        noun={["issue", "issues"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={(issue) => String(issue.id)}
        csvHref={href("/issues.csv")}
        empty={
          <EmptyState
            icon={CircleHelp}
            title={status ? "No issues with this status" : "Nothing reported yet"}
            text={`When something in ${brand.name} does not work as it should, report it here or from the top of any page. Each report becomes a ticket with our support team.`}
            actions={create}
          />
        }
      />
      <Outlet />
    </>
  );
}
