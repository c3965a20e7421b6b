// /issues - the issues that this account reported, and what became of each
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { CircleHelp, Plus } from "lucide-react";
import { statuses } from "../../rules/ticket-words";
import type { ReportedIssue } from "../../services/ticketing/contract.issues";
import { brand } from "../brand";
import { href } from "../href";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { Empty } from "../kit/ui/empty";
import { Filters } from "../kit/ui/filters";
import { PageHead } from "../kit/ui/page-head";
import { Status } from "../kit/ui/status";
import type { Column } from "../kit/ui/table";
import { When } from "../kit/when";
import { need, page } from "../shell/page.server";
import { statusWords } from "./issue-words";
import { issues } from "./issues.list";

export const meta: MetaFunction = () => [{ title: `Reported issues - ${brand.name}` }];

export const loader = page("/issues", async ({ ask, url, viewer }) => {
  const search = searchOf(issues, url);
  return { rows: need(await issues.rows(ask, search), 200), status: search.status, zone: viewer.time_zone };
});

function columnsIn(zone: string): Column<ReportedIssue>[] {
  return [
    {
      name: "issue",
      label: "Issue",
      wide: true,
      cardOrder: 1,
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
    { name: "product", label: "Product", cardOrder: 3, cell: (issue) => issue.product },
    {
      name: "state",
      label: "State",
      toRight: true,
      cardOrder: 2,
      cell: (issue) => <Status kind={statusWords[issue.status].kind}>{statusWords[issue.status].word}</Status>,
    },
    { name: "by", label: "Reported by", quiet: true, drop: true, cell: (issue) => issue.reported_by },
    {
      name: "when",
      label: "Reported",
      quiet: true,
      cardOrder: 5,
      cell: (issue) => <When at={issue.created_at} zone={zone} />,
    },
  ];
}

export default function ReportedIssues() {
  const { rows, status, zone } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const create = (
    <LinkButton to={href("/issues/create")} kind="main" icon={Plus}>
      Report an issue
    </LinkButton>
  );
  return (
    <>
      <PageHead
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
          <Empty
            icon={CircleHelp}
            title={status ? "No issues with this status" : "Nothing reported yet"}
            text="When something in Jibu does not work as it should, report it here or from the top of any page. Each report becomes a ticket with our support team."
            actions={create}
          />
        }
      />
      <Outlet />
    </>
  );
}
