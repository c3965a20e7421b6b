import type { ChannelRow } from "./channels";
import type { SocialContext } from "./deps";

/** The item is looked at again later: something of ours, or the network, is away. */
export class RetryLater extends Error {}

/** What is needed to take an item of a channel. `tries`: how often it was looked at, with this time. */
export type Taking = SocialContext & { account: string; row: ChannelRow; tries: number };
