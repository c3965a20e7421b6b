// /chat/channels/:network/:id - a channel: its health, its name and state, a rehearsal
import { useLoaderData } from "@remix-run/react";
import { titledBy } from "../kit/title";
import { page } from "../shell/page.server";
import { channelAction, loadChannel } from "./channels/channel.server";
import { NetworkPage } from "./channels/network-page";

export const meta = titledBy<typeof loader>(({ data }) => data?.shown.channel.name ?? "Channel");

export const loader = page("/chat/channels/:network/:id", loadChannel);

export const action = channelAction;

export default function ChannelOfNetwork() {
  return <NetworkPage {...useLoaderData<typeof loader>()} />;
}
