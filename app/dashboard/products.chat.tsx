// /dashboard/products/chat - the chat channels that the plan brings, with their state
import { useLoaderData } from "@remix-run/react";
import { MessagesSquare } from "lucide-react";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Status, type StatusKind } from "../kit/ui/status";
import { type Column, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { moneyPages } from "./money/money.server";
import { MoneyTabs } from "./money/money-tabs";

const path = "/dashboard/products/chat";

export const meta = titled("Chat channels");

export const loader = page(path, async ({ api, viewer }) => ({
  see: moneyPages(viewer),
  channels: expectStatus(await api.billing.chatChannels({}), 200).data,
}));

type Channel = ReturnType<typeof useLoaderData<typeof loader>>["channels"][number];

const said: Record<Channel["state"], { kind: StatusKind; word: string }> = {
  active: { kind: "good", word: "In the plan" },
  requested: { kind: "info", word: "Requested" },
  available: { kind: "none", word: "Available" },
};

const columns: Column<Channel>[] = [
  {
    name: "name",
    label: "Channel",
    wide: true,
    mobileOrder: 1,
    cell: ({ name }) => <b className="font-medium">{name}</b>,
  },
  { name: "product", label: "Product", muted: true, mobileOrder: 3, cell: ({ product }) => product },
  {
    name: "state",
    label: "State",
    alignEnd: true,
    mobileOrder: 2,
    cell: ({ state }) => <Status kind={said[state].kind}>{said[state].word}</Status>,
  },
];

export default function ChatChannels() {
  const { see, channels } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Chat channels"
        text="The channels your plan includes."
        actions={<LinkButton to={href("/setup/chats")}>Set up chats</LinkButton>}
      />
      <MoneyTabs current="chat" see={see} />
      <section className="card" aria-label="Chat channels">
        {channels.length > 0 ? (
          <Table label="Chat channels" columns={columns} rows={channels} id={({ channel }) => channel} />
        ) : (
          <EmptyState
            icon={MessagesSquare}
            title="The plan includes no channels"
            text="Choose another plan for chats. Every plan on sale includes channels."
            actions={
              <LinkButton to={href("/subscribe/:product", { product: "Chats" })} variant="primary">
                See the plans
              </LinkButton>
            }
          />
        )}
      </section>
    </>
  );
}
