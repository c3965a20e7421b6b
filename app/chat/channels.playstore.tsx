// /chat/channels/playstore - apps of the Play Store: the first one, or the form that connects one
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadNetwork } from "./channels/channel.server";
import { NetworkPage } from "./channels/network-page";

export const meta = titled("Play Store");

export const loader = page("/chat/channels/playstore", (given) => loadNetwork(given, "playstore"));

export default function PlayStore() {
  return <NetworkPage {...useLoaderData<typeof loader>()} />;
}
