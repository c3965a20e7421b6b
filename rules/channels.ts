import type { ChannelDescriptor } from "./channels/channel";
import { email } from "./channels/email";
import { facebook } from "./channels/facebook";
import { mobile } from "./channels/mobile";
import { playstore } from "./channels/playstore";
import { telegram } from "./channels/telegram";
import { twitter } from "./channels/twitter";
import { webchat } from "./channels/webchat";
import { whatsapp } from "./channels/whatsapp";

/** Every chat channel, in the order it is offered. All that lists channels reads this. */
const all = { webchat, whatsapp, facebook, telegram, twitter, email, playstore, mobile };

type All = typeof all;
export type ChannelName = keyof All;
type With<Part extends keyof ChannelDescriptor> = {
  [Name in ChannelName]: All[Name] extends { [key in Part]: unknown } ? Name : never;
}[ChannelName];
/** The channels on networks outside. */
export type NetworkName = With<"network">;
/** Those of them that post to us. */
export type WebhookName = With<"webhook">;
/** The channels that can be connected. */
export type ConnectableName = With<"connection">;

export const channels: { readonly [Name in ChannelName]: ChannelDescriptor } = all;
export const channelNames = Object.keys(all) as [ChannelName, ...ChannelName[]];

function namesWith<Name extends ChannelName>(part: keyof ChannelDescriptor): [Name, ...Name[]] {
  return channelNames.filter((name) => channels[name][part] !== undefined) as [Name, ...Name[]];
}
export const networkNames = namesWith<NetworkName>("network");
export const webhookNames = namesWith<WebhookName>("webhook");
export const connectableNames = namesWith<ConnectableName>("connection");

/** What the pages of a network say. */
export function networkTexts(network: NetworkName): NonNullable<ChannelDescriptor["network"]> & { title: string } {
  return { title: all[network].name, ...all[network].network };
}

/** What is known of a channel that may be none of ours. */
export function channelNamed(name: string): ChannelDescriptor | undefined {
  return Object.hasOwn(all, name) ? channels[name as ChannelName] : undefined;
}
