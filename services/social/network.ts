import type { Contact, Message } from "../chat/contract.schemas";
import type { Handed, Item } from "../connectors/message";
import type { ChannelRow, Secrets } from "./channels";
import type { Sample } from "./contract.forms";
import type { LoadedFile, SocialDeps } from "./deps";

/** What a stored webhook says: each item with the network's id of the channel it came to, empty for its own address. */
export type ParsedUpdate = { items: { number: string; item: Item }[]; faults: string[] };

/** A message of the chat on its way out. `to`: the customer's id on the network. */
export type OutgoingPayload = { to: string; message: Message; contact: Contact; file: LoadedFile | undefined };

/** One channel's connection to its network. */
export type ChannelConnection = {
  /**
   * Asks the network who we are, and sets the webhook at `hook` again where it can be set.
   * @returns when the token ends; null: never, or nobody says. @throws what `explain` knows
   */
  check(hook: string): Promise<Date | null>;
  hand(load: OutgoingPayload): Promise<Handed>;
  /** The bytes of a customer's file (`Media.id`). @throws what `explain` knows */
  download(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** The customer's name, where messages come without it; "" when it is not told. @throws what `explain` knows */
  nameOf?(user: string): Promise<string>;
  /** The newest of what was said with a customer, oldest first, where the network can be asked. @throws what `explain` knows */
  history?(user: string): Promise<Item[]>;
  /** A button was pressed: the network waits for a word. */
  answerPressed?(query: string): Promise<void>;
  /** Takes a message back for the customer too, within `recallHours` of the network. */
  recall?(provider_id: string): Promise<void>;
  /** The channel is disconnected: the network needs to post no more. */
  leave?(hook: string): Promise<void>;
};

/** All that the service of the channels asks of a network; services/social/networks.ts has one for each. */
export type Network = {
  /**
   * Messages a second of a channel (files among them), and seconds between two to the same customer, of whom so many
   * in a burst (statement M20); `perDay`: in any 24 hours.
   */
  pace: { perSecond: number; between: number; burst?: number; mediaPerSecond?: number; perDay?: number };
  /** Health in words: what mends a token, a wrong proof, and how the first message comes. */
  words: { mend: string; unsigned: string; waiting: string };
  recallHours?: number;
  line(given: { deps: SocialDeps; row: ChannelRow; secrets: Secrets }): ChannelConnection;
  read(raw: Uint8Array, row: ChannelRow): ParsedUpdate | Promise<ParsedUpdate>;
  /** Whether what was posted is the network's; in constant time. None: nothing is posted to us. */
  proved?(secrets: Secrets, given: string | undefined, raw: Uint8Array): boolean;
  /** What the network expects for its question whether the address is ours, where it asks one by the secret. */
  challenge?(secrets: Secrets, token: string): string;
  /** The network's words about a call that it refused; nothing when the error is none of its own. */
  explain(error: unknown): string | undefined;
  /** Whether a download failed because the file is not there any more: trying again by oneself is of no use. */
  isGone?(error: unknown): boolean;
  rehearsal: {
    /** Customers that nobody is: what is written to them goes nowhere. */
    customers: readonly string[];
    /** What the network would post, body by body; none: it has no such thing. */
    bodies(row: ChannelRow, sample: Sample): string[];
    /** What proves such a body at our own door. */
    proof(secrets: Secrets, raw: Uint8Array): string;
  };
};
