// /dashboard/all-contacts-group - every contact group with its count, in one table
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Upload, Users } from "lucide-react";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import type { ContactGroup } from "../../services/messaging/contract.contacts";
import { missingAccess } from "../access";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { settled } from "../kit/settled.server";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { allGroups, groupTypeNames as types } from "./all-contacts-group.list";

const path = "/dashboard/all-contacts-group";

export const meta: MetaFunction = () => [{ title: `All contact groups - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(allGroups, url);
  const [rows, every] = await Promise.all([
    allGroups.rows(api, search),
    settled(api.messaging.allGroups({ query: { type: "sms,email,airtime" } })),
  ]);
  return {
    rows: expectStatus(rows, 200),
    search,
    zone: viewer.time_zone,
    counts: every ? countsOf(every.data) : null,
    mayOpen: !missingAccess(viewer, routeFor("/contacts/contact-group/details")),
  };
});

function countsOf(groups: readonly ContactGroup[]) {
  return Object.entries(types).map(([type, label]) => {
    const some = groups.filter((group) => group.type === type);
    return { label, groups: some.length, contacts: some.reduce((sum, group) => sum + group.contacts, 0) };
  });
}

function columnsIn(zone: string, mayOpen: boolean): Column<ContactGroup>[] {
  return [
    {
      name: "name",
      label: "Group",
      wide: true,
      mobileOrder: 1,
      cell: ({ id, name }) =>
        mayOpen ? <RowLink to={href("/contacts/contact-group/details", undefined, { id })}>{name}</RowLink> : name,
    },
    { name: "type", label: "Type", alignEnd: true, mobileOrder: 2, cell: ({ type }) => types[type] },
    {
      name: "contacts",
      label: "Contacts",
      align: "right",
      mobileOrder: 3,
      cardUnit: "contacts",
      cell: ({ contacts }) => commas(contacts),
    },
    {
      name: "fields",
      label: "Merge fields",
      align: "right",
      hideOnSmall: true,
      cell: ({ field_names }) => field_names.length,
    },
    {
      name: "created",
      label: "Created",
      muted: true,
      mobileOrder: 5,
      cell: ({ created_at }) => <DateTime at={created_at} zone={zone} />,
    },
  ];
}

export default function AllContactGroups() {
  const { rows, search, zone, counts, mayOpen } = useLoaderData<typeof loader>();
  const location = useLocation();
  const filtered = search.q !== "" || search.type !== undefined;
  const upload = mayOpen && (
    <LinkButton to={href("/contacts/contact-group/upload")} variant="primary" icon={Upload}>
      Upload contacts
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="All contact groups"
        text="Every group of the account, and how many contacts each has."
        back={{ label: "Dashboard", to: href("/dashboard") }}
      />
      {counts && rows.total > 0 && (
        <div className="mb-4 grid gap-4 max-sm:gap-3 sm:grid-cols-3">
          {counts.map(({ label, groups, contacts }) => (
            <Stat
              key={label}
              label={label}
              value={commas(contacts)}
              unit={contacts === 1 ? "contact" : "contacts"}
              note={`in ${commas(groups)} ${groups === 1 ? "group" : "groups"}`}
            />
          ))}
        </div>
      )}
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Group name", value: search.q }}
        chips={
          search.type
            ? [{ label: "Type", value: types[search.type], remove: withQuery(location.search, { type: undefined }) }]
            : []
        }
        clear={href(path)}
        fields={[
          {
            kind: "choice",
            name: "type",
            label: "Type",
            choices: Object.entries(types).map(([value, label]) => ({ value, label })),
            ...(search.type ? { value: search.type } : {}),
          },
        ]}
      />
      <ListCard
        noun={["contact group", "contact groups"]}
        rows={rows}
        columns={columnsIn(zone, mayOpen)}
        id={(group) => String(group.id)}
        csvHref={href("/dashboard/all-contacts-group.csv")}
        empty={
          filtered ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="No group has that name and type. Remove a filter to see more."
              actions={<LinkButton to={href(path)}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={Users}
              title="No contact groups yet"
              text="A group is a list of people who get the same message. Upload a file of names and numbers to create one."
              actions={upload}
            />
          )
        }
      />
    </>
  );
}
