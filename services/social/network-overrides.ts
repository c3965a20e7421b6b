import type { Handed, Item } from "../connectors/message";
import type { ChannelRow } from "./channels";
import type { SocialChannel } from "./contract";
import type { SocialContext } from "./deps";
import { processMail } from "./email/process-mail";
import { sendChatMail } from "./email/send-mail";
import type { OutgoingPayload } from "./network";
import { sendReviewReply } from "./playstore/send";
import type { Taking } from "./taking";
import { sendOnX } from "./twitter/send";
import { settleActivity } from "./twitter/settle";

/** A network that must look into its own book before it knows whose message something is, or what it hands over. */
type NetworkOverride = {
  /** @returns what it did @throws RetryLater, Error */
  take?(given: Taking, raw: Buffer): Promise<string>;
  /** An item as it is taken, or, in words, why it is not. @throws RetryLater, Error */
  settle?(given: Taking, item: Item): Promise<Item | string>;
  hand(service: SocialContext, account: string, row: ChannelRow, load: OutgoingPayload): Promise<Handed>;
};

export const networkOverrides: { readonly [name in SocialChannel]?: NetworkOverride } = {
  email: { take: processMail, hand: sendChatMail },
  playstore: { hand: sendReviewReply },
  twitter: { settle: settleActivity, hand: sendOnX },
};
