// /chat/channels/:network/new - connecting another channel of a network
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadNew } from "./channels/channel.server";
import { connectAction } from "./channels/connect.server";
import { ConnectPage } from "./channels/connect-page";

const path = "/chat/channels/:network/new";

export const meta = titled("Connect a channel");

export const loader = page(path, loadNew);

export const action = connectAction(path);

export default function NewChannel() {
  const { network, others, demo } = useLoaderData<typeof loader>();
  return <ConnectPage {...{ network, others, demo }} />;
}
