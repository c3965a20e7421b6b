// /chat/channels/whatsapp - WhatsApp numbers of the Cloud API: the first one, or the form that connects one
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadNetwork } from "./channels/channel.server";
import { NetworkPage } from "./channels/network-page";

export const meta = titled("WhatsApp");

export const loader = page("/chat/channels/whatsapp", (given) => loadNetwork(given, "whatsapp"));

export default function Whatsapp() {
  return <NetworkPage {...useLoaderData<typeof loader>()} />;
}
