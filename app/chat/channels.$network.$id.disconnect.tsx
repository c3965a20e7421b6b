// /chat/channels/:network/:id/disconnect - the last step before a channel is disconnected
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { titled } from "../kit/title";
import { act, done, page } from "../shell/page.server";
import { loadKnown } from "./channels/channel.server";
import { DisconnectPage } from "./channels/channel-page";

const path = "/chat/channels/:network/:id/disconnect";

export const meta = titled("Disconnect channel");

export const loader = page(path, loadKnown);

export const action = act(path, z.object({}), async (given) => {
  const { network, channel } = await loadKnown(given);
  const answer = await given.api.social.disconnectChannel({ params: { id: channel.id } });
  if (answer.status !== 201) return given.refuse(answer.body);
  return done(given.from, href(`/chat/channels/${network}`), answer.body.message);
});

export default function DisconnectChannel() {
  const { channel, zone } = useLoaderData<typeof loader>();
  return <DisconnectPage {...{ channel, zone }} />;
}
