// /settings/data-protection - one person's data as an archive, or its erasure; consent and retention beside it
import { useLoaderData, useLocation } from "@remix-run/react";
import { FileArchive, UserX } from "lucide-react";
import { isAdmin } from "../../rules/access";
import type { PersonRequest } from "../../services/identity/contract.privacy";
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
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { requestKindWords, requestStateWords } from "./data-protection.labels";
import { personRequests } from "./data-protection.list";
import { PrivacyTabs } from "./data-protection.tabs";

const path = "/settings/data-protection";

export const meta = titled("Data protection");

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(personRequests, url);
  const rows = expectStatus(await personRequests.rows(api, search), 200);
  return { rows, search, zone: viewer.time_zone, may: isAdmin(viewer.roles) };
});

export default function DataProtection() {
  const { rows, search, zone, may } = useLoaderData<typeof loader>();
  const { search: query } = useLocation();
  const why = may ? {} : { disabledReason: "Only an owner or a Super Admin can ask for one person's data." };
  const columns: Column<PersonRequest>[] = [
    {
      name: "person",
      label: "Person",
      wide: true,
      mobileOrder: 1,
      cell: (request) => (
        <RowLink to={href("/settings/data-protection/:id", { id: request.id })}>{request.label}</RowLink>
      ),
    },
    { name: "kind", label: "Kind", mobileOrder: 3, cell: (request) => requestKindWords[request.kind] },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      cell: (request) => (
        <Status kind={requestStateWords[request.state].kind}>{requestStateWords[request.state].word}</Status>
      ),
    },
    { name: "by", label: "Requested by", muted: true, mobileOrder: 4, cell: (request) => request.requested_by },
    {
      name: "asked",
      label: "Requested",
      muted: true,
      mobileOrder: 5,
      cell: (request) => <DateTime at={request.created_at} zone={zone} />,
    },
  ];
  const buttons = (
    <>
      <LinkButton to={href("/settings/data-protection/new", undefined, { kind: "erasure" })} icon={UserX} {...why}>
        Erase a person
      </LinkButton>
      <LinkButton
        to={href("/settings/data-protection/new", undefined, { kind: "export" })}
        variant="primary"
        icon={FileArchive}
        {...why}
      >
        Export a person
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeader
        title="Data protection"
        text="People have the right to see the data you have about them, and to have it erased."
        actions={buttons}
      />
      <PrivacyTabs now="requests" />
      <Filters
        params={[...new URLSearchParams(query)]}
        chips={
          search.kind
            ? [{ label: "Kind", value: requestKindWords[search.kind], remove: withQuery(query, { kind: undefined }) }]
            : []
        }
        clear={href(path)}
        fields={[
          {
            kind: "choice",
            name: "kind",
            label: "Kind",
            choices: Object.entries(requestKindWords).map(([value, label]) => ({ value, label })),
            ...(search.kind ? { value: search.kind } : {}),
          },
        ]}
      />
      <ListCard
        noun={["request", "requests"]}
        rows={rows}
        columns={columns}
        id={(request) => String(request.id)}
        csvHref={href("/settings/data-protection.csv")}
        empty={
          <EmptyState
            icon={FileArchive}
            title="No requests yet"
            text="When a person asks for their data, create an archive here and send it to them."
          />
        }
      />
    </>
  );
}
