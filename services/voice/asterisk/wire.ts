import { z } from "zod";

const channel = z.object({
  id: z.string().min(1).max(200),
  state: z.string(),
  caller: z.object({ number: z.string().max(200) }),
  dialplan: z.object({ exten: z.string().max(200) }),
});
const ofChannel = { channel };
const playback = z.object({ id: z.string(), state: z.string() });
const recording = z.object({ name: z.string(), state: z.string() });
const endpoint = z.object({ resource: z.string(), state: z.string().nullish() });

/** The events of Asterisk that matter here (rest-api/api-docs/events.json); it sends many others. */
export const ariEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("StasisStart"), args: z.array(z.string()), ...ofChannel }),
  z.object({ type: z.literal("StasisEnd"), ...ofChannel }),
  z.object({ type: z.literal("ChannelDestroyed"), cause: z.number().int().default(0), ...ofChannel }),
  z.object({ type: z.literal("ChannelDtmfReceived"), digit: z.string(), ...ofChannel }),
  z.object({ type: z.literal("PlaybackFinished"), playback }),
  z.object({ type: z.literal("RecordingFinished"), recording }),
  z.object({ type: z.literal("RecordingFailed"), recording }),
  z.object({ type: z.literal("EndpointStateChange"), endpoint: endpoint.extend({ technology: z.string() }) }),
  z.object({ type: z.literal("BridgeBlindTransfer"), result: z.string(), ...ofChannel }),
]);
export type AriEvent = z.infer<typeof ariEvent>;
export type AriChannel = z.infer<typeof channel>;

/** What is read of Asterisk's lists. */
export const ariChannels = z.array(channel.pick({ id: true, state: true }));
export const ariEndpoints = z.array(endpoint);
export const ariBridges = z.array(z.object({ id: z.string(), channels: z.array(z.string()) }));
export const ariApplication = z.object({ channel_ids: z.array(z.string()) });
