// /chat/channels/twitter - accounts on X: the first one, or the form that connects one
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadNetwork } from "./channels/channel.server";
import { NetworkPage } from "./channels/network-page";

export const meta = titled("X");

export const loader = page("/chat/channels/twitter", (given) => loadNetwork(given, "twitter"));

export default function Twitter() {
  return <NetworkPage {...useLoaderData<typeof loader>()} />;
}
