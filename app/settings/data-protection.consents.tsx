// /settings/data-protection/consents - who agreed to be written to, or no longer does: when, and how
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Handshake } from "lucide-react";
import { brand } from "../../rules/brand";
import { showPhone } from "../../rules/phone";
import type { Consent } from "../../services/identity/contract.privacy";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import type { Column } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { consents } from "./data-protection.list";
import { PrivacyTabs } from "./data-protection.tabs";

const path = "/settings/data-protection/consents";

export const meta: MetaFunction = () => [{ title: `Consent - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(consents, url);
  return { rows: expectStatus(await consents.rows(api, search), 200), search, zone: viewer.time_zone };
});

export default function Consents() {
  const { rows, search, zone } = useLoaderData<typeof loader>();
  const { search: query } = useLocation();
  const columns: Column<Consent>[] = [
    {
      name: "contact",
      label: "Contact",
      mobileOrder: 1,
      cell: ({ contact }) => (contact.startsWith("+") ? showPhone(contact) : contact),
    },
    {
      name: "change",
      label: "Consent given",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ change }) => <Status kind={change === "in" ? "good" : "bad"}>{change === "in" ? "Yes" : "No"}</Status>,
    },
    { name: "source", label: "Source", wide: true, mobileOrder: 3, cell: ({ source }) => source },
    { name: "by", label: "By", muted: true, mobileOrder: 4, cell: ({ by }) => by },
    { name: "at", label: "When", muted: true, mobileOrder: 5, cell: ({ at }) => <DateTime at={at} zone={zone} /> },
  ];
  return (
    <>
      <PageHeader title="Data protection" text="Consent history. The latest entry applies." />
      <PrivacyTabs now="consents" />
      <Filters
        params={[...new URLSearchParams(query)]}
        search={{ name: "q", label: "Phone number or email", value: search.q }}
      />
      <ListCard
        noun={["entry", "entries"]}
        rows={rows}
        columns={columns}
        id={(consent) => String(consent.id)}
        csvHref={href("/settings/data-protection/consents.csv")}
        empty={
          search.q ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches"
              text="No consent is recorded for this number or address."
              actions={<LinkButton to={href(path)}>Clear the search</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={Handshake}
              title="No consent recorded yet"
              text="Entries appear here when someone texts STOP or START, or a colleague records their choice."
            />
          )
        }
      />
    </>
  );
}
