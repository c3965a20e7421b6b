// /chat/channels/telegram - Telegram bots: the first one, or the form that connects one
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadNetwork } from "./channels/channel.server";
import { NetworkPage } from "./channels/network-page";

export const meta = titled("Telegram");

export const loader = page("/chat/channels/telegram", (given) => loadNetwork(given, "telegram"));

export default function Telegram() {
  return <NetworkPage {...useLoaderData<typeof loader>()} />;
}
