import {
  type BindFields,
  type Body,
  commandIds,
  headerLength,
  longestFrame,
  type MessageFields,
  PduError,
  type Tlvs,
} from "./pdu";

// Encoding is synchronous, so one scratch area serves all of it; each frame is copied out once.
const scratch = Buffer.allocUnsafe(longestFrame + 1024);
let at = 0;

function putByte(value = 0): void {
  scratch[at++] = value;
}

function putText(name: string, text: string | undefined, limit: number): void {
  if (text !== undefined && text !== "") {
    // latin1 would silently cut a wider character to its low octet.
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 0 || code > 0xff) throw new PduError("field", `${name} has a character that SMPP cannot carry`);
    }
    if (text.length >= limit) throw new PduError("field", `${name} is longer than ${limit - 1} octets`);
    at += scratch.write(text, at, "latin1");
  }
  scratch[at++] = 0;
}

function putTlv(tag: number, value: Buffer): void {
  if (at + 4 + value.length > longestFrame) throw new PduError("field", "the message is longer than a frame may be");
  scratch.writeUInt16BE(tag, at);
  scratch.writeUInt16BE(value.length, at + 2);
  value.copy(scratch, at + 4);
  at += 4 + value.length;
}

function putNumberTlv(tag: number, value: number | undefined, octets: 1 | 2): void {
  if (value === undefined) return;
  scratch.writeUInt16BE(tag, at);
  scratch.writeUInt16BE(octets, at + 2);
  scratch.writeUIntBE(value, at + 4, octets);
  at += 4 + octets;
}

function putTlvs(tlvs: Tlvs): void {
  putNumberTlv(0x0204, tlvs.userMessageReference, 2);
  putNumberTlv(0x020c, tlvs.sarMsgRefNum, 2);
  putNumberTlv(0x020e, tlvs.sarTotalSegments, 1);
  putNumberTlv(0x020f, tlvs.sarSegmentSeqnum, 1);
  if (tlvs.receiptedMessageId !== undefined) putTlv(0x001e, Buffer.from(`${tlvs.receiptedMessageId}\0`, "latin1"));
  putNumberTlv(0x0427, tlvs.messageState, 1);
  if (tlvs.networkErrorCode !== undefined) {
    const [network = "0", code = "0"] = tlvs.networkErrorCode.split(":");
    putTlv(0x0423, Buffer.from([Number(network), Number(code) >> 8, Number(code) & 0xff]));
  }
  if (tlvs.messagePayload !== undefined) putTlv(0x0424, tlvs.messagePayload);
}

function putMessage(body: Partial<MessageFields>): void {
  putText("service_type", body.serviceType, 6);
  putByte(body.sourceTon);
  putByte(body.sourceNpi);
  putText("source_addr", body.source, 21);
  putByte(body.destinationTon);
  putByte(body.destinationNpi);
  putText("destination_addr", body.destination, 21);
  putByte(body.esmClass);
  putByte(body.protocolId);
  putByte(body.priority);
  putText("schedule_delivery_time", body.scheduleTime, 17);
  putText("validity_period", body.validityPeriod, 17);
  putByte(body.registeredDelivery);
  putByte(body.replaceIfPresent);
  putByte(body.dataCoding);
  putByte(body.defaultMessageId);
  const octets = body.shortMessage;
  if (octets === undefined) {
    putByte(0);
  } else {
    if (octets.length > 254) throw new PduError("field", "short_message is longer than 254 octets");
    putByte(octets.length);
    octets.copy(scratch, at);
    at += octets.length;
  }
  if (body.tlvs) putTlvs(body.tlvs);
}

function putBind(body: Partial<BindFields>): void {
  putText("system_id", body.systemId, 16);
  putText("password", body.password, 9);
  putText("system_type", body.systemType, 13);
  putByte(body.interfaceVersion ?? 0x34);
  putByte(body.addrTon);
  putByte(body.addrNpi);
  putText("address_range", body.addressRange, 41);
}

/** One frame. A refusal (status other than 0) carries no body, as SMPP 3.4 asks for. Throws PduError `field`. */
export function encode(body: Body, sequence: number, commandStatus = 0): Buffer {
  at = headerLength;
  switch (body.command) {
    case "submit_sm":
    case "deliver_sm":
      putMessage(body);
      break;
    case "submit_sm_resp":
    case "deliver_sm_resp":
      if (commandStatus === 0) putText("message_id", body.messageId, 65);
      break;
    case "query_sm":
      putText("message_id", body.messageId, 65);
      putByte(body.sourceTon);
      putByte(body.sourceNpi);
      putText("source_addr", body.source, 21);
      break;
    case "query_sm_resp":
      if (commandStatus !== 0) break;
      putText("message_id", body.messageId, 65);
      putText("final_date", body.finalDate, 17);
      putByte(body.messageState);
      putByte(body.errorCode);
      break;
    case "bind_receiver":
    case "bind_transmitter":
    case "bind_transceiver":
      putBind(body);
      break;
    case "bind_receiver_resp":
    case "bind_transmitter_resp":
    case "bind_transceiver_resp":
      if (commandStatus === 0) putText("system_id", body.systemId, 16);
      break;
  }
  scratch.writeUInt32BE(at, 0);
  scratch.writeUInt32BE(commandIds[body.command], 4);
  scratch.writeUInt32BE(commandStatus, 8);
  scratch.writeUInt32BE(sequence, 12);
  return Buffer.from(scratch.subarray(0, at));
}
