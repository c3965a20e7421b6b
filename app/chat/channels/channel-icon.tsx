import { Globe, Mail, Play, Send, Smartphone } from "lucide-react";
import { channels } from "../../../rules/channels";
import type { Channel } from "../../../services/chat/contract.fields";
import { channelNames } from "../inbox/labels";

const icons = { globe: Globe, mail: Mail, play: Play, send: Send, smartphone: Smartphone };

/** The sign of a channel; its name stands beside it, or is read out. */
export function ChannelIcon({ channel, named, size = 16 }: { channel: Channel; named?: boolean; size?: number }) {
  const { icon } = channels[channel];
  const Icon = typeof icon === "string" ? icons[icon] : undefined;
  return (
    <>
      {Icon ? (
        <Icon size={size} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <svg
          width={size}
          height={size}
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {typeof icon === "object" && icon.lines.map((line) => <path key={line} d={line} />)}
        </svg>
      )}
      {named && <span className="sr-only">{channelNames[channel]}</span>}
    </>
  );
}
