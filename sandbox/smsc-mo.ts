import { segment } from "../rules/segments";
import { type Body, longestFrame } from "../services/connectors/smpp/pdu";
import { concatenationHeader, toGsm, toUcs2 } from "../services/connectors/smpp/text";

/** How a carrier may hand over a long text from a handset. */
export type LongShape = "udh8" | "udh16" | "sar" | "payload";

/** The deliver_sm bodies for one text from a handset, in order. */
export function messageBodies(from: string, to: string, text: string, ref: number, shape: LongShape): Body[] {
  const { encoding, texts } = segment(text);
  const octetsOf = encoding === "GSM-7" ? toGsm : toUcs2;
  const head = {
    command: "deliver_sm" as const,
    source: from,
    sourceTon: 1,
    sourceNpi: 1,
    destination: to,
    dataCoding: encoding === "GSM-7" ? 0 : 8,
  };
  if (texts.length <= 1) return [{ ...head, shortMessage: octetsOf(text) }];
  if (shape === "payload") {
    const messagePayload = octetsOf(text).subarray(0, longestFrame - 256);
    return [{ ...head, tlvs: { messagePayload } }];
  }
  return texts.map((piece, index) => {
    const octets = octetsOf(piece);
    const n = index + 1;
    if (shape === "sar") {
      const tlvs = { sarMsgRefNum: ref, sarTotalSegments: texts.length, sarSegmentSeqnum: n };
      return { ...head, shortMessage: octets, tlvs };
    }
    const wide = Buffer.from([0x06, 0x08, 0x04, (ref >> 8) & 0xff, ref & 0xff, texts.length, n]);
    const header = shape === "udh16" ? wide : concatenationHeader(ref, texts.length, n);
    return { ...head, esmClass: 0x40, shortMessage: Buffer.concat([header, octets]) };
  });
}
