import { type ConnectableName, channels, connectableNames } from "../../../rules/channels";
import { href } from "../../href";

type ConnectableChannel = { channel: ConnectableName; to: string; text: string };

/** The channels that can be connected, in the order they are offered, each with its page. */
export const connectableChannels: readonly ConnectableChannel[] = connectableNames.map((channel) => ({
  channel,
  to: href(`/chat/channels/${channel}`),
  text: channels[channel].connection?.text ?? "",
}));
