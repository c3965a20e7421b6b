// /contacts/contact-group - the contact groups
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Plus, Upload, Users } from "lucide-react";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import type { ContactGroup } from "../../services/messaging/contract.contacts";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { GroupMenu } from "./group-menu";
import { groups, groupTypeNames as types } from "./groups.list";
import { maySend } from "./sending.server";

export const meta: MetaFunction = () => [{ title: `Contact groups - ${brand.name}` }];

export const loader = page("/contacts/contact-group", async ({ api, url, viewer }) => {
  const search = searchOf(groups, url);
  return {
    rows: expectStatus(await groups.rows(api, search), 200),
    search,
    zone: viewer.time_zone,
    maySend: maySend(viewer),
  };
});

export default function ContactGroups() {
  const { rows, search, zone, maySend } = useLoaderData<typeof loader>();
  const location = useLocation();
  const columns: Column<ContactGroup>[] = [
    {
      name: "name",
      label: "Name",
      wide: true,
      mobileOrder: 1,
      cell: (group) => (
        <RowLink to={href("/contacts/contact-group/details", undefined, { id: group.id })}>{group.name}</RowLink>
      ),
    },
    { name: "type", label: "Type", cell: (group) => types[group.type], alignEnd: true, mobileOrder: 2 },
    {
      name: "contacts",
      label: "Contacts",
      align: "right",
      mobileOrder: 3,
      cell: (group) => (
        <>
          {commas(group.contacts)}
          <span className="text-quiet sm:hidden"> {group.contacts === 1 ? "contact" : "contacts"}</span>
        </>
      ),
    },
    {
      name: "fields",
      label: "Merge fields",
      muted: true,
      hideOnSmall: true,
      cell: (group) => group.field_names.slice(0, 3).join(", "),
    },
    {
      name: "created",
      label: "Created",
      muted: true,
      mobileOrder: 5,
      cell: (group) => <DateTime at={group.created_at} zone={zone} />,
    },
  ];
  const chips = search.type
    ? [{ label: "Type", value: types[search.type], remove: withQuery(location.search, { type: undefined }) }]
    : [];
  return (
    <>
      <PageHeader
        title="Contact groups"
        text="People you message together. Each group keeps the extra columns of its file."
        actions={
          <>
            <LinkButton to={href("/contacts/contact-group/new")} icon={Plus}>
              New group
            </LinkButton>
            <LinkButton to={href("/contacts/contact-group/upload")} variant="primary" icon={Upload}>
              Upload contacts
            </LinkButton>
          </>
        }
      />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Group name", value: search.q }}
        chips={chips}
        clear={href("/contacts/contact-group")}
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
        columns={columns}
        id={(group) => String(group.id)}
        action={(group) => <GroupMenu group={group} maySend={maySend} />}
        csvHref={href("/contacts/contact-group.csv")}
        empty={
          search.q || search.type ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="No group has that name and type. Remove a filter to see more."
              actions={<LinkButton to={href("/contacts/contact-group")}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={Users}
              title="No contact groups yet"
              text="A group is a list of people who get the same message. Upload a file of names and numbers to create one."
              actions={
                <LinkButton to={href("/contacts/contact-group/upload")} variant="primary" icon={Upload}>
                  Upload contacts
                </LinkButton>
              }
            />
          )
        }
      />
      <Outlet />
    </>
  );
}
