import type { NetworkName } from "../../../rules/channels";
import { MailboxCard } from "../customer/email-card";
import type { ShownChannel } from "./channel.server";
import { ChannelPage } from "./channel-page";
import { ConnectPage } from "./connect-page";

type Props = { network: NetworkName; shown: ShownChannel | null; zone: string; demo: boolean };

/** A channel of a network; the form that connects one where there is none. */
export function NetworkPage({ network, shown, zone, demo }: Props) {
  if (!shown) return <ConnectPage network={network} demo={demo} others={0} />;
  const besides = shown.channel.mailbox && <MailboxCard channel={shown.channel} zone={zone} />;
  return <ChannelPage {...{ network, shown, zone, besides }} />;
}
