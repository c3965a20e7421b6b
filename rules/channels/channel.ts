import type { Product } from "../access";
import { fileLimits } from "../files";

/** A field of the form that connects a channel. `secret`: what is typed is not seen, and never comes back. */
export type ConnectionField = { name: string; label: string; help?: string; secret?: true; optional?: true };

type DeleteReach = "everywhere" | "our side" | "here" | "no";

/** All that the product knows of a channel by its name alone. What speaks its protocol is in services/social/networks. */
export type ChannelDescriptor = {
  name: string;
  /** An icon of the set that app/chat/channels/channel-icon.tsx draws, or the lines of one of our own (24 by 24). */
  icon: "globe" | "mail" | "play" | "send" | "smartphone" | { lines: readonly string[] };
  /** Characters of a message. */
  characters: number;
  /** Bytes of a picture, a sound or film, anything else (0: not taken); none: no files. */
  files?: { image: number; media: number; other: number };
  /** What becomes of a message that an agent deletes. `our side`: the customer keeps it, the network shows it to us no more. */
  delete: DeleteReach;
  /** Its history can be asked for again. */
  sync?: true;
  /** Where customers are who write here, a site or an app of the account: one may write while they are there, or by email. */
  visits?: "on the site" | "in the app";
  /** Customers who are away are told by a notification on their phone. */
  pushes?: true;
  /** Why no one but the customer can begin here. */
  answersOnly?: string;
  /** What one must know of every answer here; it stands above the field. */
  answerHint?: string;
  /** Everyone reads the answers: only a person writes here. */
  public?: true;
  /** Conversations whose customer's id begins with `prefix` are public threads, with rules of their own. */
  thread?: {
    prefix: string;
    characters: number;
    /** How the network counts them. */
    length(text: string): number;
    delete: DeleteReach;
    answerHint: string;
    /** How a reply leaves, in a thread and outside of it. */
    names: { thread: string; others: string };
    /** What such a conversation is called, and any other. */
    kinds: { thread: string; others: string };
  };
  /** Customers are named by their phone number. */
  byPhone?: true;
  /** For how long after the customer's last message one may write; none: at any time. */
  window?: {
    freeSeconds: number;
    /** What a person may write after that, and until when. */
    personSeconds?: { until: number; open: string; others: string };
    closed: string;
    /** Approved templates may be sent when it is closed. */
    templates?: true;
  };
  /** It can be connected; none: it is only known by name. */
  connection?: {
    /** Its page is /chat/channels/<id>. */
    text: string;
    /** Other words for it in the search. */
    words?: string;
    /** The product that brings it. */
    product: Product;
    /** The fields of its form, where they are a few lines of text; the shape is in services/social/contract.forms.ts. */
    fields?: readonly ConnectionField[];
  };
  /** It is on a network outside, which services/social speaks to: what its pages say. */
  network?: {
    text: string;
    /** What one of them is called: "bot". */
    one: string;
    /** Where the callback address goes; empty: the network is asked by us. */
    where: string;
    /** What one sees when a customer edits what they wrote, where that is a message of its own. */
    edited?: string;
  };
  /** How the network proves what it posts; none: it posts nothing. */
  webhook?: {
    proofHeader: string;
    /** It asks first whether the address is ours, as Meta does. */
    verifies: boolean;
    /** It asks by a challenge that only the secret answers, as X does. */
    challenges?: true;
    /** Bytes of a post, where it is more than a form may have. */
    maxBytes?: number;
  };
  /** Its page in the sandbox, under /sandbox, and what that is called. */
  sandbox?: { page: string; label: string };
};

export const megabyte = 1024 * 1024;
export const daySeconds = 86_400;
/** What the system itself takes (Q076). */
export const maxOwnBytes = fileLimits.chat.maxBytes;
export const ownFiles = { image: maxOwnBytes, media: maxOwnBytes, other: maxOwnBytes };
