import { useActionData } from "@remix-run/react";
import type { ComponentType } from "react";
import { type NetworkName, networkTexts } from "../../../rules/channels";
import type { Channel } from "../../../services/social/contract";
import { href } from "../../href";
import type { RefusedPost } from "../../kit/refused-post";
import { PageHeader } from "../../kit/ui/page-header";
import { ConnectMailbox } from "../customer/email-form";
import type { ConnectProps } from "./channel-connect";
import { ConnectMessenger, ConnectPlayStore, ConnectTelegram, ConnectWhatsapp } from "./connect-forms";
import { ConnectTwitter } from "./connect-twitter";

const forms: Record<NetworkName, ComponentType<ConnectProps>> = {
  telegram: ConnectTelegram,
  whatsapp: ConnectWhatsapp,
  facebook: ConnectMessenger,
  playstore: ConnectPlayStore,
  twitter: ConnectTwitter,
  email: ConnectMailbox,
};

type Props = { network: NetworkName; demo: boolean } & (
  | { /** How many channels of the network there are. */ others: number }
  | { /** The channel that gets new credentials. */ known: Channel }
);

/** The form that connects a channel of a network, or gives a connected one new credentials. */
export function ConnectPage({ network, demo, ...about }: Props) {
  const last = useActionData<RefusedPost>();
  const { title, text, one } = networkTexts(network);
  const Connect = forms[network];
  const known = "known" in about ? about.known : null;
  const others = "others" in about ? about.others : 0;
  const back = known
    ? { label: known.name, to: href("/chat/channels/:network/:id", { network, id: known.id }) }
    : others > 0
      ? { label: title, to: href(`/chat/channels/${network}`) }
      : { label: "Channels", to: href("/chat/channels") };
  return (
    <div className="max-w-[760px]">
      <PageHeader
        title={
          known
            ? `Replace the credentials of ${known.name}`
            : others > 0
              ? `Connect another ${one}`
              : `Connect ${title}`
        }
        text={
          known
            ? `${known.webhook_url ? "Its webhook address, its" : "Its"} name and its conversations are kept.`
            : text
        }
        back={back}
      />
      <Connect
        action={
          known
            ? href("/chat/channels/:network/:id/credentials", { network, id: known.id })
            : href("/chat/channels/:network/new", { network })
        }
        {...{ demo, known, last }}
      />
    </div>
  );
}
