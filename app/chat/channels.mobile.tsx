// /chat/channels/mobile - the account's own apps on phones that have the chat in them
import { Outlet, useLoaderData } from "@remix-run/react";
import { Pencil, Plus, Settings, Smartphone, Trash2 } from "lucide-react";
import type { MobileApp } from "../../services/webchat/contract.mobile";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { RowMenu } from "../kit/ui/row-menu";
import { Status } from "../kit/ui/status";
import { type Column, RowLink, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";

const path = "/chat/channels/mobile";

export const meta = titled("Mobile app");

export const loader = page(path, async ({ api, viewer }) => ({
  apps: expectStatus(await api.webchat.mobileApps({}), 200).data,
  zone: viewer.time_zone,
}));

function columnsIn(zone: string): Column<MobileApp>[] {
  return [
    {
      name: "name",
      label: "Name",
      wide: true,
      mobileOrder: 1,
      cell: ({ id, name }) => <RowLink to={href("/chat/channels/mobile/:id", { id })}>{name}</RowLink>,
    },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ active }) => <Status kind={active ? "good" : "none"}>{active ? "On" : "Off"}</Status>,
    },
    {
      name: "ids",
      label: "Store IDs",
      mobileOrder: 3,
      cell: ({ android_package, ios_bundle }) => [...new Set([android_package, ios_bundle])].filter(Boolean).join(", "),
    },
    { name: "users", label: "Users, 7 days", align: "right", hideOnSmall: true, cell: ({ visitors }) => visitors },
    {
      name: "last",
      label: "Last user",
      muted: true,
      mobileOrder: 4,
      cell: ({ last_visit }) => (last_visit ? <DateTime at={last_visit} zone={zone} /> : "No one yet"),
    },
  ];
}

export default function MobileApps() {
  const { apps, zone } = useLoaderData<typeof loader>();
  const add = (
    <LinkButton to={href("/chat/channels/mobile/new")} variant="primary" icon={Plus} preventScrollReset>
      {apps.length === 0 ? "Add a mobile app" : "New mobile app"}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Mobile app"
        text="Add live chat to your own Android or iOS app."
        back={{ label: "Channels", to: href("/chat/channels") }}
        actions={
          <>
            <LinkButton to={href("/chat/channels/mobile/guide")}>Developer guide</LinkButton>
            {apps.length > 0 && add}
          </>
        }
      />
      {apps.length === 0 ? (
        <Card label="Mobile apps">
          <EmptyState
            icon={Smartphone}
            title="No mobile app yet"
            text="A mobile app has a name, its IDs in the stores and a key that its developers put into it."
            actions={add}
          />
        </Card>
      ) : (
        <Card label="Mobile apps" fill>
          <Table
            label="Mobile apps"
            columns={columnsIn(zone)}
            rows={apps}
            id={({ id }) => String(id)}
            action={({ id, name }) => (
              <RowMenu label={`Actions for ${name}`}>
                <Link to={href("/chat/channels/mobile/:id", { id })}>
                  <Settings size={16} strokeWidth={1.75} aria-hidden="true" />
                  Settings
                </Link>
                <Link to={href("/chat/channels/mobile/:id/change", { id })}>
                  <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
                  Change
                </Link>
                <Link className="bad" to={href("/chat/channels/mobile/:id/delete", { id })}>
                  <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
                  Disconnect
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
