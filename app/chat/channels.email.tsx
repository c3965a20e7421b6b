// /chat/channels/email - mailboxes: the first one, or the form that connects one
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadNetwork } from "./channels/channel.server";
import { NetworkPage } from "./channels/network-page";

export const meta = titled("Email");

export const loader = page("/chat/channels/email", (given) => loadNetwork(given, "email"));

export default function Email() {
  return <NetworkPage {...useLoaderData<typeof loader>()} />;
}
