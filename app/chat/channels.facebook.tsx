// /chat/channels/facebook - Facebook pages with Messenger: the first one, or the form that connects one
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadNetwork } from "./channels/channel.server";
import { NetworkPage } from "./channels/network-page";

export const meta = titled("Messenger");

export const loader = page("/chat/channels/facebook", (given) => loadNetwork(given, "facebook"));

export default function Messenger() {
  return <NetworkPage {...useLoaderData<typeof loader>()} />;
}
