import type { Handed } from "../connectors/message";
import type { ChannelRow } from "./channels";
import type { SocialChannel } from "./contract";
import type { SocialContext } from "./deps";
import { processMail } from "./email/process-mail";
import { sendChatMail } from "./email/send-mail";
import type { OutgoingPayload } from "./network";
import { sendReviewReply } from "./playstore/send";
import type { Taking } from "./taking";

/** A network that must look into its own book before it knows whose message something is, or what it hands over. */
type NetworkOverride = {
  /** @returns what it did @throws RetryLater, Error */
  take?(given: Taking, raw: Buffer): Promise<string>;
  hand(service: SocialContext, account: string, row: ChannelRow, load: OutgoingPayload): Promise<Handed>;
};

export const networkOverrides: { readonly [name in SocialChannel]?: NetworkOverride } = {
  email: { take: processMail, hand: sendChatMail },
  playstore: { hand: sendReviewReply },
};
