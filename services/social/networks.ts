import type { SocialChannel } from "./contract";
import type { Network } from "./network";
import { emailNetwork } from "./networks/email";
import { messengerNetwork } from "./networks/messenger";
import { telegramNetwork } from "./networks/telegram";
import { whatsappNetwork } from "./networks/whatsapp";

/** The networks that a channel can be on. */
export const networks: { readonly [name in SocialChannel]: Network } = {
  email: emailNetwork,
  facebook: messengerNetwork,
  telegram: telegramNetwork,
  whatsapp: whatsappNetwork,
};
