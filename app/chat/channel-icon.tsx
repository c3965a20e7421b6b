import { Globe, Mail, Play, Send, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import type { Channel } from "../../services/chat/contract.fields";
import { channelNames } from "./labels";

const lucide = { webchat: Globe, telegram: Send, email: Mail, playstore: Play, mobile: Smartphone } as const;

/** Outlines of our own where the icon set has none. */
const drawn: Record<"whatsapp" | "facebook" | "twitter", ReactNode> = {
  whatsapp: (
    <>
      <path d="M3 16.4a2 2 0 0 1 .1 1.1L2 20.800a1 1 0 0 0 1.200 1.200l3.400-1a2 2 0 0 1 1.100.1 10 10 0 1 0-4.700-4.700" />
      <path d="M9 8.500c-.6 3.200 3.200 7 6.400 6.400l.3-1.700-1.900-.9-.9.9c-.9-.3-1.800-1.200-2.100-2.100l.9-.9-.9-1.900z" />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M15.500 7.500H14a2 2 0 0 0-2 2V22M9 13h6" />
    </>
  ),
  twitter: <path d="M4 4l11.500 16H20L8.500 4zM4 20l6.500-7M20 4l-6.500 7" />,
};

/** The sign of a channel; its name stands beside it, or is read out. */
export function ChannelIcon({ channel, named, size = 16 }: { channel: Channel; named?: boolean; size?: number }) {
  const Icon = channel in lucide ? lucide[channel as keyof typeof lucide] : undefined;
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
          {drawn[channel as keyof typeof drawn]}
        </svg>
      )}
      {named && <span className="sr-only">{channelNames[channel]}</span>}
    </>
  );
}
