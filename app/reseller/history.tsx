// /reseller/history - what was sent for child accounts
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { brand } from "../../rules/brand";
import { showKes } from "../../rules/money";
import type { ChildSend } from "../../services/identity/contract.reseller";
import { href } from "../href";
import { blastStatus } from "../kit/blast-labels";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { childChoices } from "./child.server";
import { sends } from "./sends.list";
import { ResellerTabs } from "./tabs";

const path = "/reseller/history";

export const meta: MetaFunction = () => [{ title: `Sent for accounts - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(sends, url);
  const [rows, { choices }] = await Promise.all([sends.rows(api, search), childChoices(api, url)]);
  return { rows: expectStatus(rows, 200), search, choices, zone: viewer.time_zone };
});

const columns = (zone: string): Column<ChildSend>[] => [
  {
    name: "title",
    label: "Message",
    wide: true,
    mobileOrder: 1,
    cell: ({ child, blast_id, title }) => (
      <RowLink to={href("/reseller/outboxes", undefined, { child, blast: blast_id })}>{title}</RowLink>
    ),
  },
  { name: "child", label: "Account", mobileOrder: 3, cell: ({ child_name }) => child_name },
  { name: "sender", label: "Sender", muted: true, hideOnSmall: true, cell: ({ sender }) => sender },
  {
    name: "recipients",
    label: "Recipients",
    align: "right",
    alignEnd: true,
    cardUnit: "recipients",
    mobileOrder: 4,
    cell: ({ recipients }) => recipients.toLocaleString("en-KE"),
  },
  {
    name: "cost",
    label: "Cost (KES)",
    align: "right",
    alignEnd: true,
    cardLabel: "KES",
    mobileOrder: 6,
    cell: ({ cost_cents }) => showKes(cost_cents).replace("KES ", ""),
  },
  {
    name: "status",
    label: "Status",
    alignEnd: true,
    mobileOrder: 2,
    cell: ({ blast }) =>
      blast ? (
        <Status kind={blastStatus[blast.status].kind}>{blastStatus[blast.status].word}</Status>
      ) : (
        <Status kind="none">Not available</Status>
      ),
  },
  {
    name: "sent",
    label: "Sent",
    muted: true,
    mobileOrder: 5,
    cell: ({ sent_at }) => <DateTime at={sent_at} zone={zone} />,
  },
];

export default function History() {
  const { rows, search, choices, zone } = useLoaderData<typeof loader>();
  const location = useLocation();
  const name = choices.find(({ value }) => value === search.child)?.label;
  const filtered = search.q !== "" || search.child !== undefined;
  return (
    <>
      <PageHeader
        title="Reseller"
        text="What you sent for your child accounts. What they send themselves is their own."
      />
      <ResellerTabs now={path} child={search.child} />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Message or account", value: search.q }}
        chips={
          search.child
            ? [
                {
                  label: "Account",
                  value: name ?? search.child,
                  remove: withQuery(location.search, { child: undefined }),
                },
              ]
            : []
        }
        clear={href(path)}
        fields={[
          {
            kind: "choice",
            name: "child",
            label: "Account",
            choices,
            ...(search.child ? { value: search.child } : {}),
          },
        ]}
      />
      <ListCard
        noun={["message", "messages"]}
        rows={rows}
        columns={columns(zone)}
        id={({ child, blast_id }) => `${child} ${blast_id}`}
        csvHref={href("/reseller/history.csv")}
        empty={
          <EmptyState
            kind={filtered ? "filtered" : "empty"}
            {...(filtered ? {} : { icon: MessageSquareText })}
            title={filtered ? "Nothing matches these filters" : "You have sent nothing for an account yet"}
            text={
              filtered
                ? "Nothing was sent for that account, or with those words. Remove a filter to see more."
                : "A message for a child account goes out in its name and is paid out of its balance."
            }
            actions={
              filtered ? (
                <LinkButton to={href(path)}>Clear the filters</LinkButton>
              ) : (
                <LinkButton to={href("/reseller/bulk")} variant="primary">
                  Send for an account
                </LinkButton>
              )
            }
          />
        }
      />
    </>
  );
}
