import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode } from "../../services/connectors/smpp/decode";
import { encode } from "../../services/connectors/smpp/encode";
import type { MessagePdu, Tlvs } from "../../services/connectors/smpp/pdu";
import {
  afterReceipt,
  canonicalId,
  isFinal,
  parseDeliveryReceipt,
  type ReceiptState,
} from "../../services/connectors/smpp/receipt";

function delivered(text: string | Buffer, tlvs: Tlvs = {}, esmClass = 0x04, dataCoding = 0): MessagePdu {
  const shortMessage = typeof text === "string" ? Buffer.from(text, "latin1") : text;
  const pdu = decode(encode({ command: "deliver_sm", esmClass, dataCoding, shortMessage, tlvs }, 1));
  if (pdu.command !== "deliver_sm") throw new Error("not a deliver_sm");
  return pdu;
}

const tail = "sub:001 dlvrd:001 submit date:2510011200 done date:2510011201";
const shapes: [name: string, text: string, id: string, state: ReceiptState, error: string | null][] = [
  ["appendix B", `id:123 ${tail} stat:DELIVRD err:000 text:Habari`, "123", "delivered", null],
  ["undeliverable", `id:123 ${tail} stat:UNDELIV err:027 text:Habari`, "123", "failed", "027"],
  ["expired", `id:123 ${tail} stat:EXPIRED err:005 text:`, "123", "expired", "005"],
  ["deleted", `id:123 ${tail} stat:DELETED err:000 text:`, "123", "deleted", null],
  ["rejected", `id:123 ${tail} stat:REJECTD err:011 text:`, "123", "rejected", "011"],
  ["accepted", `id:123 ${tail} stat:ACCEPTD err:000 text:`, "123", "accepted", null],
  ["on its way", `id:123 ${tail} stat:ENROUTE err:000 text:`, "123", "enroute", null],
  ["unknown", `id:123 ${tail} stat:UNKNOWN err:000 text:`, "123", "unknown", null],
  ["stat:FAILED", `id:123 ${tail} stat:FAILED err:069 text:`, "123", "failed", "069"],
  ["BUFFRED", `id:123 ${tail} stat:BUFFRED err:000`, "123", "enroute", null],
  ["whole words", "id:123 stat:Delivered err:0", "123", "delivered", null],
  ["upper case names", "ID:123 SUB:001 DLVRD:001 STAT:DELIVRD ERR:000 TEXT:x", "123", "delivered", null],
  ["lower case all", `id:abc-9 ${tail} stat:undeliv err:00a text:x`, "abc-9", "failed", "00a"],
  ["no err", `id:123 ${tail} stat:DELIVRD text:x`, "123", "delivered", null],
  ["no dates, no counts", "id:123 stat:DELIVRD", "123", "delivered", null],
  ["no text", `id:123 ${tail} stat:DELIVRD err:000`, "123", "delivered", null],
  ["other order", "stat:EXPIRED err:12 id:123", "123", "expired", "12"],
  ["commas and spaces", "id: 123, sub: 1, stat: DELIVRD, err: 0", "123", "delivered", null],
  ["line ends", "id:123\r\nstat:REJECTD\r\nerr:8\r\ntext:x", "123", "rejected", "8"],
  ["status=", "message_id=123;status=DELIVERED;error_code=0", "123", "delivered", null],
  ["state as a number", "id:123 stat:5 err:1", "123", "failed", "1"],
  ["joined date names", "id:123 submitdate:2510011200 donedate:2510011201 stat:DELIVRD", "123", "delivered", null],
  ["hexadecimal id", "id:1A2B3C4D5E6F7081 stat:DELIVRD", "1A2B3C4D5E6F7081", "delivered", null],
  ["64-bit decimal id", "id:18446744073709551615 stat:DELIVRD", "18446744073709551615", "delivered", null],
  ["padded id", "id:00000000000000000123 stat:DELIVRD", "00000000000000000123", "delivered", null],
  [
    "UUID",
    "id:0b5e8c1e-6f2d-4a55-9f8e-2f8d1c7b1a10 stat:DELIVRD",
    "0b5e8c1e-6f2d-4a55-9f8e-2f8d1c7b1a10",
    "delivered",
    null,
  ],
  ["id with signs that GSM has elsewhere", "id:a_b$c@1 stat:DELIVRD", "a_b$c@1", "delivered", null],
  ["text that looks like a receipt", "id:123 stat:DELIVRD err:000 text:id:999 stat:EXPIRED", "123", "delivered", null],
  ["unheard-of state", "id:123 stat:WHATEVER err:000", "123", "unknown", null],
  ["no id", "stat:DELIVRD err:000", "", "delivered", null],
  ["nothing readable", "hello", "", "unknown", null],
  ["empty", "", "", "unknown", null],
];

describe("receipts", () => {
  it.each(shapes)("%s", (_name, text, id, state, error) => {
    const final = ["delivered", "failed", "expired", "rejected", "deleted"].includes(state);
    expect(parseDeliveryReceipt(delivered(text))).toEqual({ id, state, error, final, raw: text.trim() });
  });

  it("in message_payload, in UCS-2, and with a user data header", () => {
    const text = "id:123 stat:DELIVRD err:000";
    const ucs2 = Buffer.from(text, "utf16le").swap16();
    const withHeader = Buffer.concat([Buffer.from([5, 0, 3, 1, 1, 1]), Buffer.from(text)]);
    for (const pdu of [
      delivered("", { messagePayload: Buffer.from(text) }),
      delivered(ucs2, {}, 0x04, 8),
      delivered(withHeader, {}, 0x44),
    ]) {
      expect(parseDeliveryReceipt(pdu)).toMatchObject({ id: "123", state: "delivered", raw: text });
    }
  });

  it("by optional parameters alone", () => {
    const tlvs = { receiptedMessageId: "0f", messageState: 3, networkErrorCode: "3:34" };
    expect(parseDeliveryReceipt(delivered("", tlvs))).toMatchObject({
      id: "0f",
      state: "expired",
      error: "34",
      final: true,
    });
  });

  it("optional parameters win over the text; a state they do not tell is read from the text", () => {
    const text = "id:1 stat:UNDELIV err:000";
    expect(parseDeliveryReceipt(delivered(text, { receiptedMessageId: "2", messageState: 2 }))).toMatchObject({
      id: "2",
      state: "delivered",
    });
    expect(parseDeliveryReceipt(delivered(text, { messageState: 0 }))).toMatchObject({ id: "1", state: "failed" });
  });

  it("are told from messages by esm_class alone", () => {
    for (let esmClass = 0; esmClass < 256; esmClass++) {
      const looksLikeOne = delivered("id:123 stat:DELIVRD", {}, esmClass & ~0x40);
      const kind = esmClass & 0x3c;
      expect(parseDeliveryReceipt(looksLikeOne) !== null).toBe(kind === 0x04 || kind === 0x20);
    }
    // An intermediate notification that names no message is somebody's text.
    expect(parseDeliveryReceipt(delivered("Habari", {}, 0x20))).toBeNull();
  });
});

describe("ids", () => {
  it.each([
    ["text", "00000123", "123"],
    ["text", "0", "0"],
    ["text", "1A2B", "1a2b"],
    ["text", "Xy-Z", "Xy-Z"],
    ["text", "0B5E8C1E-6F2D-4A55-9F8E-2F8D1C7B1A10", "0b5e8c1e-6f2d-4a55-9f8e-2f8d1c7b1a10"],
    ["hex", "FFFFFFFFFFFFFFFF", "18446744073709551615"],
    ["hex", "0x10", "16"],
    ["hex", "not hex", "not hex"],
    ["decimal", "018446744073709551615", "18446744073709551615"],
  ] as const)("%s %s is %s", (kind, id, canonical) => expect(canonicalId(id, kind)).toBe(canonical));
});

describe("states in any order", () => {
  const all: ReceiptState[] = [
    "delivered",
    "failed",
    "expired",
    "rejected",
    "deleted",
    "accepted",
    "enroute",
    "unknown",
  ];

  it("a late intermediate or a duplicate never changes a final state", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all), { minLength: 1 }), (received) => {
        const firstFinal = received.find(isFinal);
        const end = received.reduce<ReceiptState | null>(afterReceipt, null);
        if (firstFinal) expect(end).toBe(firstFinal);
        else
          expect(end).toBe(
            ["accepted", "enroute", "unknown"].find((state) => received.includes(state as ReceiptState)),
          );
      }),
    );
  });
});
