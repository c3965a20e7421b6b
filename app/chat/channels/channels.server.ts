import type { Channel as Kind } from "../../../services/chat/contract.fields";
import type { Channel } from "../../../services/social/contract";
import { href } from "../../href";
import { type Admitted, expectStatus } from "../../shell/page.server";

/** One way in, as the overview has it. */
export type ChannelSummary = {
  id: string;
  channel: Kind;
  name: string;
  to: string;
  state: Channel["health"]["state"];
  words: string;
  todo: string;
  last_in: string | null;
  last_out: string | null;
};

/** Every way in: the web chats, the mobile apps, and what is connected on the networks, what needs a look first. */
export async function loadOverview({ api, viewer }: Admitted<"/chat/channels">) {
  const [applications, mobileApps, channels] = await Promise.all([
    api.webchat.applications({}),
    api.webchat.mobileApps({}),
    api.social.channels({ query: {} }),
  ]);
  const sites = expectStatus(applications, 200).data.map(
    ({ id, name, active, last_visit }): ChannelSummary => ({
      ...{ id: `webchat ${id}`, channel: "webchat", name, to: href("/chat/channels/webchat/:id", { id }) },
      state: active ? (last_visit ? "good" : "waiting") : "off",
      words: active && !last_visit ? "No one has seen it yet." : "",
      todo: active ? (last_visit ? "" : "Put its script line on your site.") : "Switch it on to show it on your site.",
      ...{ last_in: last_visit, last_out: null },
    }),
  );
  const apps = expectStatus(mobileApps, 200).data.map(
    ({ id, name, active, last_visit }): ChannelSummary => ({
      ...{ id: `mobile ${id}`, channel: "mobile", name, to: href("/chat/channels/mobile/:id", { id }) },
      state: active ? (last_visit ? "good" : "waiting") : "off",
      words: active && !last_visit ? "No one has opened it yet." : "",
      todo: active ? (last_visit ? "" : "Put its key into your app.") : "Switch it on so that your app can use it.",
      ...{ last_in: last_visit, last_out: null },
    }),
  );
  const others = expectStatus(channels, 200).data.map(
    ({ id, channel, name, health: { state, words, todo, last_webhook_at, last_sent_at } }): ChannelSummary => ({
      ...{ id: `${channel} ${id}`, channel, name, to: href("/chat/channels/:network/:id", { network: channel, id }) },
      ...{ state, words, todo, last_in: last_webhook_at, last_out: last_sent_at },
    }),
  );
  const order: ChannelSummary["state"][] = ["bad", "warn", "waiting", "good", "off"];
  const overview = [...sites, ...apps, ...others].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return { overview, zone: viewer.time_zone };
}
