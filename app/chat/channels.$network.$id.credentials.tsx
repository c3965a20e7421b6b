// /chat/channels/:network/:id/credentials - new secrets for a channel that is connected
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadKnown } from "./channels/channel.server";
import { connectAction } from "./channels/connect.server";
import { ConnectPage } from "./channels/connect-page";

const path = "/chat/channels/:network/:id/credentials";

export const meta = titled("Replace credentials");

export const loader = page(path, loadKnown);

export const action = connectAction(path);

export default function Credentials() {
  const { network, channel, demo } = useLoaderData<typeof loader>();
  return <ConnectPage {...{ network, demo }} known={channel} />;
}
