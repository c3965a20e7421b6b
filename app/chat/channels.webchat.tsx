// /chat/channels/webchat - the web chat applications of the account
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Code, MessageCircle, Pencil, Plus, Trash2 } from "lucide-react";
import { brand } from "../../rules/brand";
import type { Application } from "../../services/webchat/contract.schemas";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { RowMenu } from "../kit/ui/row-menu";
import { Status } from "../kit/ui/status";
import { type Column, RowLink, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";

const path = "/chat/channels/webchat";

export const meta: MetaFunction = () => [{ title: `Web chat - ${brand.name}` }];

export const loader = page(path, async ({ api, viewer }) => ({
  applications: expectStatus(await api.webchat.applications({}), 200).data,
  zone: viewer.time_zone,
}));

function columnsIn(zone: string): Column<Application>[] {
  return [
    {
      name: "name",
      label: "Name",
      wide: true,
      mobileOrder: 1,
      cell: ({ id, name }) => <RowLink to={href("/chat/channels/webchat/:id", { id })}>{name}</RowLink>,
    },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ active }) => <Status kind={active ? "good" : "none"}>{active ? "On" : "Off"}</Status>,
    },
    {
      name: "sites",
      label: "Sites",
      mobileOrder: 3,
      cell: ({ domains }) =>
        domains.length === 0 ? <Status kind="warn">Every site</Status> : domains.slice(0, 2).join(", "),
    },
    {
      name: "visitors",
      label: "Visitors, 7 days",
      align: "right",
      hideOnSmall: true,
      cell: ({ visitors }) => visitors,
    },
    {
      name: "last",
      label: "Last visitor",
      muted: true,
      mobileOrder: 4,
      cell: ({ last_visit }) => (last_visit ? <DateTime at={last_visit} zone={zone} /> : "No one yet"),
    },
    {
      name: "code",
      label: "Script",
      mobileOrder: 5,
      cell: ({ id, name }) => (
        <Link className="link" to={href("/chat/channels/webchat/:id/code", { id })}>
          Get the code<span className="sr-only">: {name}</span>
        </Link>
      ),
    },
  ];
}

export default function Applications() {
  const { applications, zone } = useLoaderData<typeof loader>();
  const none = applications.length === 0;
  return (
    <>
      <PageHeader
        title="Web chat"
        text="Add a chat to your own site with one script line."
        back={{ label: "Channels", to: href("/chat/channels") }}
        actions={
          <>
            <LinkButton to={href("/chat/channels/webchat/faqs")}>FAQs</LinkButton>
            {!none && (
              <LinkButton to={href("/chat/channels/webchat/new")} variant="primary" icon={Plus} preventScrollReset>
                New application
              </LinkButton>
            )}
          </>
        }
      />
      {none ? (
        <Card label="Applications">
          <EmptyState
            icon={MessageCircle}
            title="No web chat yet"
            text="A web chat has a name, a colour, a greeting and the sites that can show it."
            actions={
              <LinkButton to={href("/chat/channels/webchat/new")} variant="primary" icon={Plus}>
                Add a web chat
              </LinkButton>
            }
          />
        </Card>
      ) : (
        <Card label="Applications" fill>
          <Table
            label="Applications"
            columns={columnsIn(zone)}
            rows={applications}
            id={({ id }) => String(id)}
            action={({ id, name }) => (
              <RowMenu label={`Actions for ${name}`}>
                <Link to={href("/chat/channels/webchat/:id/code", { id })}>
                  <Code size={16} strokeWidth={1.75} aria-hidden="true" />
                  Get the code
                </Link>
                <Link to={href("/chat/channels/webchat/:id", { id })}>
                  <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
                  Change
                </Link>
                <Link className="bad" to={href("/chat/channels/webchat/:id/delete", { id })}>
                  <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
                  Delete
                </Link>
              </RowMenu>
            )}
          />
        </Card>
      )}
      <Outlet />
    </>
  );
}
