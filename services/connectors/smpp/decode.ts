import { type Command, commandIds, headerLength, type Pdu, PduError, type Tlvs } from "./pdu";

const commandNames = new Map<number, Command>(Object.entries(commandIds).map(([name, id]) => [id, name as Command]));

/** A cursor over one frame. Reading past its end is a PduError `body`. */
function reader(frame: Buffer, sequence: number) {
  let position = headerLength;
  function octet(): number {
    const value = frame[position];
    if (value === undefined) throw new PduError("body", "the frame ends too early", sequence);
    position++;
    return value;
  }
  function text(): string {
    const end = frame.indexOf(0, position);
    if (end < 0) throw new PduError("body", "a text has no end", sequence);
    const value = frame.toString("latin1", position, end);
    position = end + 1;
    return value;
  }
  function octets(length: number): Buffer {
    if (position + length > frame.length) throw new PduError("body", "sm_length is past the frame's end", sequence);
    position += length;
    return frame.subarray(position - length, position);
  }
  return { octet, text, octets, rest: () => frame.subarray(position) };
}

// Trailing rubbish after the last whole parameter is ignored: refusing it would make a carrier repeat the PDU for ever.
function readTlvs(rest: Buffer): Tlvs {
  const tlvs: Tlvs = {};
  let position = 0;
  while (position + 4 <= rest.length) {
    const tag = rest.readUInt16BE(position);
    const length = rest.readUInt16BE(position + 2);
    const value = rest.subarray(position + 4, position + 4 + length);
    if (value.length < length) break;
    position += 4 + length;
    if (tag === 0x0424) tlvs.messagePayload = value;
    else if (tag === 0x001e) tlvs.receiptedMessageId = value.toString("latin1").split("\0", 1)[0] ?? "";
    else if (tag === 0x0427 && length >= 1) tlvs.messageState = value[0];
    else if (tag === 0x0423 && length >= 3) tlvs.networkErrorCode = `${value[0]}:${value.readUInt16BE(1)}`;
    else if (tag === 0x0204 && length >= 2) tlvs.userMessageReference = value.readUInt16BE(0);
    else if (tag === 0x020c && length >= 2) tlvs.sarMsgRefNum = value.readUInt16BE(0);
    else if (tag === 0x020e && length >= 1) tlvs.sarTotalSegments = value[0];
    else if (tag === 0x020f && length >= 1) tlvs.sarSegmentSeqnum = value[0];
  }
  return tlvs;
}

/** Reads one whole frame. Buffers in the result are views into it. Throws PduError `body`. */
export function decode(frame: Buffer): Pdu {
  const commandId = frame.readUInt32BE(4);
  const head = { status: frame.readUInt32BE(8), sequence: frame.readUInt32BE(12) };
  const command = commandNames.get(commandId);
  if (command === undefined) return { command: "unknown", commandId, ...head };
  const read = reader(frame, head.sequence);
  switch (command) {
    case "submit_sm":
    case "deliver_sm":
      return {
        command,
        sequence: head.sequence,
        status: head.status,
        serviceType: read.text(),
        sourceTon: read.octet(),
        sourceNpi: read.octet(),
        source: read.text(),
        destinationTon: read.octet(),
        destinationNpi: read.octet(),
        destination: read.text(),
        esmClass: read.octet(),
        protocolId: read.octet(),
        priority: read.octet(),
        scheduleTime: read.text(),
        validityPeriod: read.text(),
        registeredDelivery: read.octet(),
        replaceIfPresent: read.octet(),
        dataCoding: read.octet(),
        defaultMessageId: read.octet(),
        shortMessage: read.octets(read.octet()),
        tlvs: readTlvs(read.rest()),
      };
    case "submit_sm_resp":
    case "deliver_sm_resp":
      return { command, ...head, messageId: answerText(frame) };
    case "query_sm":
      return {
        ...{ command, ...head, messageId: read.text() },
        ...{ sourceTon: read.octet(), sourceNpi: read.octet(), source: read.text() },
      };
    case "query_sm_resp":
      // A refusal has no body.
      if (head.status !== 0) return { command, ...head, messageId: "", finalDate: "", messageState: 0, errorCode: 0 };
      return {
        ...{ command, ...head, messageId: read.text(), finalDate: read.text() },
        ...{ messageState: read.octet(), errorCode: read.octet() },
      };
    case "bind_receiver":
    case "bind_transmitter":
    case "bind_transceiver":
      return {
        command,
        ...head,
        systemId: read.text(),
        password: read.text(),
        systemType: read.text(),
        interfaceVersion: read.octet(),
        addrTon: read.octet(),
        addrNpi: read.octet(),
        addressRange: read.text(),
      };
    case "bind_receiver_resp":
    case "bind_transmitter_resp":
    case "bind_transceiver_resp":
      return { command, ...head, systemId: answerText(frame) };
    default:
      return { command, ...head };
  }
}

// Answers are read leniently: a missing body or a missing final zero must not lose the fact that we were answered.
function answerText(frame: Buffer): string {
  const end = frame.indexOf(0, headerLength);
  return frame.toString("latin1", headerLength, end < 0 ? frame.length : end);
}
