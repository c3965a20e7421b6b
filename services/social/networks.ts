import type { NetworkName } from "../../rules/channels";
import type { Network } from "./network";
import { emailNetwork } from "./networks/email";
import { messengerNetwork } from "./networks/messenger";
import { playstoreNetwork } from "./networks/playstore";
import { telegramNetwork } from "./networks/telegram";
import { twitterNetwork } from "./networks/twitter";
import { whatsappNetwork } from "./networks/whatsapp";

/** The networks that a channel can be on. */
export const networks: { readonly [name in NetworkName]: Network } = {
  email: emailNetwork,
  facebook: messengerNetwork,
  playstore: playstoreNetwork,
  telegram: telegramNetwork,
  twitter: twitterNetwork,
  whatsapp: whatsappNetwork,
};
