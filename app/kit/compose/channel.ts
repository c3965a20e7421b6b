import type { ComponentType } from "react";
import type { z } from "zod";
import type { Blast, BlastDetail } from "../../../services/messaging/contract.blasts";
import type { UsableSender } from "../../../services/messaging/contract.senders";
import type { BlastForm } from "../../../services/messaging/contract.sending";
import type { ServiceClients } from "../../../services/modules";
import type { Path } from "../../sitemap";
import type { KeptFile } from "../file-upload";
import type { BlastDraft } from "./compose";

/** A URL without a parameter. */
type PlainPath = { [P in Path]: P extends `${string}:${string}` ? never : P }[Path];

/** All but the name, kind and status is missing where nobody asked for them: then it is the account's own, on every network, with the standard hours. */
export type SenderChoice = Pick<UsableSender, "sender" | "kind" | "status"> & Partial<UsableSender>;

export type SenderFieldProps = {
  senders: readonly SenderChoice[];
  /** As the page came, and as it is now. */
  start: string;
  chosen: SenderChoice | undefined;
  errors?: readonly string[] | undefined;
};

/** How much a text takes up, as the counter beside the field says it. */
export type ComposeCount = { used: number; room: number; words: string };

/** A text that would cost less: the signs to be replaced, and the parts before and after. */
export type CheaperText = { replaced: readonly { from: string; times: number }[]; before: number; after: number };

type MessagingCalls = ServiceClients["messaging"];
/** A form as the channel's service takes it; `more` are the fields that only this channel has. */
export type ComposeInput = { body: BlastForm & { more?: Record<string, string> } };

/** What the flow asks of the channel's service. */
export type ComposeCalls = {
  price(input: ComposeInput): ReturnType<MessagingCalls["price"]>;
  make(input: ComposeInput): ReturnType<MessagingCalls["createBlast"]>;
  /** Sends the first recipient's message to somebody else, where that takes more than its text. */
  test?(input: { id: number; to: string; key: string }): ReturnType<MessagingCalls["confirmBlast"]>;
  load: ServiceClients["messaging"]["blast"];
  confirm: ServiceClients["messaging"]["confirmBlast"];
  /** Sends the first messages and waits. */
  sample: ServiceClients["messaging"]["sampleBlast"];
  messages: ServiceClients["messaging"]["messages"];
  senders: ServiceClients["messaging"]["senders"];
};

/**
 * What is different from channel to channel in composing, pricing and confirmLoader a message. A channel is one value of
 * this type and its flows; everything else of the flow is in this folder.
 */
/** Fields that only this channel has, by their names: how they are checked and drawn, and what else a draft says. */
export type OwnFields = {
  shape: Record<string, z.ZodType<string>>;
  /** A part of the form's own: the message may be missing when one of these says it all. */
  isWritten(more: Record<string, string>): boolean;
  Fields: ComponentType<{ start: BlastDraft; errors: Record<string, readonly string[]>; choices: OwnChoices }>;
  /** What the confirm step says of them. */
  facts(
    blast: BlastDetail & ChannelFields,
  ): { label: string; value: string; field: string; link?: { label: string; to: string } }[];
};
/** What a channel's own fields are chosen from: templates, and lists. */
export type OwnChoices = { name: string; id: number; list?: true }[];
/** What a blast of such a channel has beside the others. */
export type ChannelFields = { more?: Record<string, string>; files?: KeptFile[] };

export type ComposeChannel = {
  own?: OwnFields;
  /** Files may be attached, which are kept for this purpose. */
  files?: "email";
  /** How one is called who gets it, where that is no number. */
  recipient?: { label: string; type: "email"; missing: string };
  /** "message" */
  noun?: string;
  /** The most characters of a sender's name; 15. */
  mostSender?: number;
  /** It goes out once. */
  once?: true;
  /** "SMS" */
  label: string;
  /** The templates it can start from. */
  template: "sms" | "whatsapp" | "email";
  /** The most characters of a message as it is typed. */
  mostCharacters: number;
  /** What is counted and priced: "part". */
  unit: string;
  count(body: string, sender: SenderChoice | undefined): ComposeCount;
  /** The same text in cheaper signs; nothing when there is none. */
  cheaper(body: string, sender: SenderChoice | undefined): CheaperText | undefined;
  makeCheaper(body: string): string;
  /** The field that chooses who it is from. */
  SenderField: ComponentType<SenderFieldProps>;
  senderLabel: string;
  /** What a kind of sender means for the message. */
  kindHelp(sender: SenderChoice): string;
  calls(api: ServiceClients): ComposeCalls;
  /** The page of what was sent. */
  sent: { route: Path; path(id: number): string };
  /** The flow in which a message was made. */
  flowOf(blast: Pick<Blast, "kind" | "list_id">): ComposeFlow;
};

/** The list whose rows a message goes to, where it has one. */
type MessageRows = { list_id: number | null };
type Query = Record<string, string | number | null | undefined>;

/** A form of a channel and the pages behind it. */
export type ComposeFlow = {
  channel: ComposeChannel;
  kind: BlastDetail["kind"];
  /** Where one begins. */
  begin: PlainPath;
  form: Path;
  confirm: PlainPath;
  price: Path;
  /** The addresses of the form and of its price, which may have the message's rows in them. */
  formAddress(message: MessageRows, query?: Query): string;
  priceAddress(message: MessageRows): string;
  /** Where people are led who may not read what was sent. */
  leave: PlainPath;
  /** The label of the form's page: where Back leads. */
  title: string;
};
