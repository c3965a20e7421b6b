// /settings/data-protection/consents - who agreed to be written to, or no longer does: when, and how
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Handshake } from "lucide-react";
import { showPhone } from "../../rules/phone";
import type { Consent } from "../../services/identity/contract.privacy";
import { brand } from "../brand";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { Empty } from "../kit/ui/empty";
import { Filters } from "../kit/ui/filters";
import { PageHead } from "../kit/ui/page-head";
import { Status } from "../kit/ui/status";
import type { Column } from "../kit/ui/table";
import { When } from "../kit/when";
import { need, page } from "../shell/page.server";
import { consents } from "./data-protection.list";
import { PrivacyTabs } from "./data-protection.tabs";

const path = "/settings/data-protection/consents";

export const meta: MetaFunction = () => [{ title: `Consent - ${brand.name}` }];

export const loader = page(path, async ({ ask, url, viewer }) => {
  const search = searchOf(consents, url);
  return { rows: need(await consents.rows(ask, search), 200), search, zone: viewer.time_zone };
});

export default function Consents() {
  const { rows, search, zone } = useLoaderData<typeof loader>();
  const { search: query } = useLocation();
  const columns: Column<Consent>[] = [
    {
      name: "contact",
      label: "Contact",
      cardOrder: 1,
      cell: ({ contact }) => (contact.startsWith("+") ? showPhone(contact) : contact),
    },
    {
      name: "change",
      label: "Consent given",
      toRight: true,
      cardOrder: 2,
      cell: ({ change }) => <Status kind={change === "in" ? "good" : "bad"}>{change === "in" ? "Yes" : "No"}</Status>,
    },
    { name: "source", label: "Source", wide: true, cardOrder: 3, cell: ({ source }) => source },
    { name: "by", label: "By", quiet: true, cardOrder: 4, cell: ({ by }) => by },
    { name: "at", label: "When", quiet: true, cardOrder: 5, cell: ({ at }) => <When at={at} zone={zone} /> },
  ];
  return (
    <>
      <PageHead title="Data protection" text="Consent history. The latest entry applies." />
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
            <Empty
              kind="filtered"
              title="Nothing matches"
              text="No consent is recorded for this number or address."
              actions={<LinkButton to={href(path)}>Clear the search</LinkButton>}
            />
          ) : (
            <Empty
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
