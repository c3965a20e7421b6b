// /user/activities - who did what, when and from where (Q041)
import { useLoaderData, useLocation } from "@remix-run/react";
import { History } from "lucide-react";
import { toneOf } from "../../rules/audit";
import { brand } from "../../rules/brand";
import type { Activity } from "../../services/identity/contract.profile";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { type Chip, Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import type { Column } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { activitiesOf } from "./activities.list";

const path = "/user/activities";

export const meta = titled("Activities");

export const loader = page(path, async ({ api, url, viewer }) => {
  const list = activitiesOf(viewer.customer_account);
  const search = searchOf(list, url);
  const [rows, choices] = await Promise.all([
    list.rows(api, search),
    api.identity.activityChoices({ params: { account: viewer.customer_account } }),
  ]);
  return {
    rows: expectStatus(rows, 200),
    search,
    choices: choices.status === 200 ? choices.body : { actions: [], people: [] },
    zone: viewer.time_zone,
  };
});

export default function Activities() {
  const { rows, search, choices, zone } = useLoaderData<typeof loader>();
  const location = useLocation();
  const people = [{ id: "system", name: `${brand.name} itself` }, ...choices.people];
  const without = (name: string) => withQuery(location.search, { [name]: undefined });
  const chips: Chip[] = [
    ...(search.user
      ? [
          {
            label: "Person",
            value: people.find(({ id }) => id === search.user)?.name ?? "unknown",
            remove: without("user"),
          },
        ]
      : []),
    ...(search.action ? [{ label: "Action", value: search.action, remove: without("action") }] : []),
    ...(search.from ? [{ label: "From", value: search.from, remove: without("from") }] : []),
    ...(search.to ? [{ label: "To", value: search.to, remove: without("to") }] : []),
  ];
  const columns: Column<Activity>[] = [
    { name: "at", label: "When", mobileOrder: 3, cell: (activity) => <DateTime at={activity.at} zone={zone} /> },
    { name: "by", label: "Who", mobileOrder: 4, cell: (activity) => activity.by },
    {
      name: "action",
      label: "Action",
      mobileOrder: 1,
      cell: (activity) => <Status kind={toneOf(activity.action)}>{activity.action}</Status>,
    },
    {
      name: "what",
      label: "Details",
      wide: true,
      mobileOrder: 2,
      cell: (activity) => <span title={activity.description}>{activity.description}</span>,
    },
    { name: "address", label: "IP address", muted: true, hideOnSmall: true, cell: (activity) => activity.address },
  ];
  return (
    <>
      <PageHeader
        title="Activities"
        text="Every change of money, people, settings and messages: who, what, when and from where."
      />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        chips={chips}
        clear={href(path)}
        fields={[
          {
            kind: "choice",
            name: "user",
            label: "Person",
            choices: people.map(({ id, name }) => ({ value: id, label: name })),
            ...(search.user ? { value: search.user } : {}),
          },
          {
            kind: "choice",
            name: "action",
            label: "Action",
            choices: choices.actions.map((action) => ({ value: action, label: action })),
            ...(search.action ? { value: search.action } : {}),
          },
          { kind: "date", name: "from", label: "From", ...(search.from ? { value: search.from } : {}) },
          { kind: "date", name: "to", label: "To", ...(search.to ? { value: search.to } : {}) },
        ]}
      />
      <ListCard
        noun={["activity", "activities"]}
        rows={rows}
        columns={columns}
        id={(activity) => String(activity.id)}
        csvHref={href("/user/activities.csv")}
        empty={
          chips.length > 0 ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="No activity matches these filters. Remove a filter to see more."
              actions={<LinkButton to={href(path)}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={History}
              title="No activity yet"
              text="Changes to money, people, settings and messages are recorded here."
            />
          )
        }
      />
    </>
  );
}
