// The SMPP 3.4 wire: PDUs as plain values (encode.ts and decode.ts turn them into octets and back). Nothing here knows sockets, alphabets or timing.
// `short_message` is octets, never a C string: `@` is 0x00 in the GSM alphabet. Message ids are text, never numbers.

export const commandIds = {
  generic_nack: 0x80000000,
  bind_receiver: 0x01,
  bind_receiver_resp: 0x80000001,
  bind_transmitter: 0x02,
  bind_transmitter_resp: 0x80000002,
  query_sm: 0x03,
  query_sm_resp: 0x80000003,
  submit_sm: 0x04,
  submit_sm_resp: 0x80000004,
  deliver_sm: 0x05,
  deliver_sm_resp: 0x80000005,
  unbind: 0x06,
  unbind_resp: 0x80000006,
  bind_transceiver: 0x09,
  bind_transceiver_resp: 0x80000009,
  enquire_link: 0x15,
  enquire_link_resp: 0x80000015,
} as const;

export type Command = keyof typeof commandIds;

/** command_status values that this product acts on (SMPP 3.4, table 5-2). */
export const status = {
  ok: 0x00,
  invalidMessageLength: 0x01,
  invalidCommandLength: 0x02,
  invalidCommand: 0x03,
  notBound: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  invalidSource: 0x0a,
  invalidDestination: 0x0b,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  queueFull: 0x14,
  throttled: 0x58,
  queryFailed: 0x67,
  temporaryReceiverError: 0x64,
} as const;

/** The optional parameters that are read and written; any other is skipped. */
export type Tlvs = {
  messagePayload?: Buffer;
  userMessageReference?: number;
  receiptedMessageId?: string;
  messageState?: number;
  /** Network type and error number, for example `3:27`. */
  networkErrorCode?: string;
  sarMsgRefNum?: number;
  sarTotalSegments?: number;
  sarSegmentSeqnum?: number;
};

export type BindFields = {
  systemId: string;
  password: string;
  systemType: string;
  interfaceVersion: number;
  addrTon: number;
  addrNpi: number;
  addressRange: string;
};

export type MessageFields = {
  serviceType: string;
  sourceTon: number;
  sourceNpi: number;
  source: string;
  destinationTon: number;
  destinationNpi: number;
  destination: string;
  esmClass: number;
  protocolId: number;
  priority: number;
  scheduleTime: string;
  validityPeriod: string;
  registeredDelivery: number;
  replaceIfPresent: number;
  dataCoding: number;
  defaultMessageId: number;
  shortMessage: Buffer;
  tlvs: Tlvs;
};

/** Which message is asked about: by the id that the message centre gave it, and its sender. */
export type QueryFields = { messageId: string; sourceTon: number; sourceNpi: number; source: string };
/** What became of it; `messageState` as in a receipt. */
type QueryAnswer = { messageId: string; finalDate: string; messageState: number; errorCode: number };

type BindCommand = "bind_receiver" | "bind_transmitter" | "bind_transceiver";
type BindAnswer = "bind_receiver_resp" | "bind_transmitter_resp" | "bind_transceiver_resp";
type PlainCommand = "generic_nack" | "unbind" | "unbind_resp" | "enquire_link" | "enquire_link_resp";

/** What is sent: fields left out are zero or empty. */
export type Body =
  | ({ command: BindCommand } & Partial<BindFields>)
  | { command: BindAnswer; systemId?: string }
  | ({ command: "submit_sm" | "deliver_sm" } & Partial<MessageFields>)
  | { command: "submit_sm_resp" | "deliver_sm_resp"; messageId?: string }
  | ({ command: "query_sm" } & Partial<QueryFields>)
  | ({ command: "query_sm_resp" } & Partial<QueryAnswer>)
  | { command: PlainCommand };

export type SubmitSm = { command: "submit_sm" } & Partial<MessageFields>;

type Head = { sequence: number; status: number };
export type MessagePdu = Head & { command: "submit_sm" | "deliver_sm" } & MessageFields;
export type Bind = Head & { command: BindCommand } & BindFields;

/** What is received. A command that is not spoken here keeps its number, so that it can be refused by name. */
export type Pdu =
  | Bind
  | (Head & { command: BindAnswer; systemId: string })
  | MessagePdu
  | (Head & { command: "submit_sm_resp" | "deliver_sm_resp"; messageId: string })
  | (Head & { command: "query_sm" } & QueryFields)
  | (Head & { command: "query_sm_resp" } & QueryAnswer)
  | (Head & { command: PlainCommand })
  | (Head & { command: "unknown"; commandId: number });

/**
 * `length`: the stream cannot be followed any more, the socket has to be destroyed.
 * `body`: the frame is whole but not readable, the link goes on.
 * `field`: our own value does not fit the protocol.
 */
export class PduError extends Error {
  override name = "PduError";
  constructor(
    readonly kind: "length" | "body" | "field",
    message: string,
    readonly sequence = 0,
  ) {
    super(message);
  }
}

export const headerLength = 16;
export const longestFrame = 65_536;
