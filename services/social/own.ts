import type { Handed } from "../connectors/message";
import type { ChannelRow } from "./channels";
import type { SocialChannel } from "./contract";
import type { Bench } from "./deps";
import { handMail } from "./email/hand";
import { takeMail } from "./email/take";
import type { Taking } from "./incoming";
import type { Load } from "./network";

/** A network that must look into its own book before it knows whose message something is. */
type Own = {
  /** @returns what it did @throws Later, Error */
  take(given: Taking, raw: Buffer): Promise<string>;
  hand(bench: Bench, account: string, row: ChannelRow, load: Load): Promise<Handed>;
};

export const own: { readonly [name in SocialChannel]?: Own } = { email: { take: takeMail, hand: handMail } };
