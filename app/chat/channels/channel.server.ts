import { z } from "zod";
import type { NetworkName } from "../../../rules/channels";
import type { Channel } from "../../../services/social/contract";
import { ChannelForm, Sample } from "../../../services/social/contract.forms";
import { href } from "../../href";
import { redirectOldQuery } from "../../kit/old-query.server";
import { typedCheck, typedText, unknownIntent } from "../../kit/typed-fields";
import { type Admitted, act, done, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { parseNetwork } from "./networks";

/** Answered to a URL whose network there is not. */
export const noNetwork = () => new Response("There is no such network.", { status: 404 });

function mustBeNetwork(name: string | undefined): NetworkName {
  const network = parseNetwork(name);
  if (!network) throw noNetwork();
  return network;
}

async function listChannels({ api }: Pick<Admitted<Path>, "api">, network: NetworkName): Promise<Channel[]> {
  return expectStatus(await api.social.channels({ query: { channel: network } }), 200).data;
}

/** What the page of a network shows: its first channel, or the form that connects one. */
export async function loadNetwork(given: Admitted<Path>, network: NetworkName) {
  const leaves = given.url.searchParams.has("leave");
  redirectOldQuery(given.url, {
    id: (id) =>
      leaves
        ? href("/chat/channels/:network/:id/disconnect", { network, id })
        : href("/chat/channels/:network/:id", { network, id }),
  });
  const channels = await listChannels(given, network);
  return { network, shown: channels[0] ? await withWebhooks(given, channels, channels[0]) : null, ...facts(given) };
}

/** The channel that the URL names, with what came in lately. @throws Response 404 */
export async function loadChannel(given: Admitted<Path>) {
  const network = mustBeNetwork(given.params.network);
  const channels = await listChannels(given, network);
  return {
    network,
    shown: await withWebhooks(given, channels, findChannel(channels, given.params.id)),
    ...facts(given),
  };
}

/** The channel that the URL names, for its last step or for new credentials. @throws Response 404 */
export async function loadKnown(given: Admitted<Path>) {
  const network = mustBeNetwork(given.params.network);
  return { network, channel: findChannel(await listChannels(given, network), given.params.id), ...facts(given) };
}

/** What the form that connects another channel needs. @throws Response 404 */
export async function loadNew(given: Admitted<Path>) {
  const network = mustBeNetwork(given.params.network);
  return { network, others: (await listChannels(given, network)).length, ...facts(given) };
}

function facts({ viewer, from }: Pick<Admitted<Path>, "viewer" | "from">) {
  return { zone: viewer.time_zone, demo: from.settings.demo };
}

function findChannel(channels: readonly Channel[], id: string | undefined): Channel {
  const found = channels.find((one) => String(one.id) === id);
  if (!found) throw new Response("There is no such channel.", { status: 404 });
  return found;
}

async function withWebhooks({ api }: Pick<Admitted<Path>, "api">, channels: readonly Channel[], channel: Channel) {
  const webhooks = await api.social.webhooks({ params: { id: channel.id }, query: { limit: 10 } });
  const others = channels.map(({ id, name }) => ({ id, name }));
  return { channel, others, came: expectStatus(webhooks, 200).data };
}
export type ShownChannel = Awaited<ReturnType<typeof withWebhooks>>;

const ChannelForms = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("change"), name: typedText, active: typedCheck }),
    z.object({ intent: z.literal("rehearse"), sample: Sample.optional().catch(undefined) }),
    z.object({ intent: z.literal("test") }),
  ],
  unknownIntent,
);

/** The action of a channel's page: its name and state, a test of the connection, a rehearsal. */
export const channelAction = act(
  "/chat/channels/:network/:id",
  ChannelForms,
  async ({ value, params, api, from, refuse, stay }) => {
    const network = mustBeNetwork(params.network);
    const id = Number(params.id) || 0;
    const back = href("/chat/channels/:network/:id", { network, id });
    switch (value.intent) {
      case "change": {
        const body = ChannelForm.safeParse({ name: value.name, active: value.active });
        if (!body.success) return refuse({ message: body.error.issues[0]?.message ?? "Enter a name." });
        const answer = await api.social.updateChannel({ params: { id }, body: body.data });
        return answer.status === 201 ? done(from, back, answer.body.message) : refuse(answer.body);
      }
      case "rehearse": {
        const { sample } = value;
        if (!sample) return refuse({ message: "Choose a test." });
        const answer = await api.social.rehearse({ params: { id }, body: { sample } });
        if (answer.status !== 201) return refuse(answer.body);
        return stay({ played: { sample, came: answer.body.data } });
      }
      case "test": {
        const answer = await api.social.testChannel({ params: { id } });
        return answer.status === 201 ? done(from, back, answer.body.message) : refuse(answer.body);
      }
    }
  },
);
