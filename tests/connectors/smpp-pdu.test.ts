import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode } from "../../services/connectors/smpp/decode";
import { encode } from "../../services/connectors/smpp/encode";
import { frameReader } from "../../services/connectors/smpp/frames";
import { type Body, longestFrame, PduError } from "../../services/connectors/smpp/pdu";

const octet = fc.integer({ min: 0, max: 255 });
function ascii(maxLength: number) {
  return fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength });
}
const octets = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));

const tlvs = fc.record(
  {
    messagePayload: octets(2000),
    userMessageReference: fc.integer({ min: 0, max: 65535 }),
    receiptedMessageId: ascii(64),
    messageState: octet,
    networkErrorCode: fc.tuple(octet, fc.integer({ min: 0, max: 65535 })).map(([a, b]) => `${a}:${b}`),
    sarMsgRefNum: fc.integer({ min: 0, max: 65535 }),
    sarTotalSegments: octet,
    sarSegmentSeqnum: octet,
  },
  { requiredKeys: [] },
);

const message = fc.record({
  command: fc.constantFrom("submit_sm" as const, "deliver_sm" as const),
  serviceType: ascii(5),
  sourceTon: octet,
  sourceNpi: octet,
  source: ascii(20),
  destinationTon: octet,
  destinationNpi: octet,
  destination: ascii(20),
  esmClass: octet,
  protocolId: octet,
  priority: octet,
  scheduleTime: ascii(16),
  validityPeriod: ascii(16),
  registeredDelivery: octet,
  replaceIfPresent: octet,
  dataCoding: octet,
  defaultMessageId: octet,
  shortMessage: octets(254),
  tlvs,
});

describe("PDUs", () => {
  it("come back as they were written, short_message octets of any value included", () => {
    fc.assert(
      fc.property(message, fc.integer({ min: 1, max: 0x7fffffff }), (body, sequence) => {
        expect(decode(encode(body, sequence))).toEqual({ ...body, sequence, status: 0 });
      }),
    );
  });

  it("keep `@`, which is 0x00 in the GSM alphabet, wherever it stands", () => {
    const shortMessage = Buffer.from([0, 0x41, 0, 0, 0x42, 0]);
    const back = decode(encode({ command: "submit_sm", shortMessage }, 1));
    expect(back).toMatchObject({ shortMessage });
  });

  it("keep 64-bit message ids as text", () => {
    const messageId = "18446744073709551615";
    expect(decode(encode({ command: "submit_sm_resp", messageId }, 7))).toMatchObject({ messageId, sequence: 7 });
  });

  it.each(["bind_receiver", "bind_transmitter", "bind_transceiver"] as const)(
    "%s carries its credentials and version 3.4",
    (command) => {
      const body: Body = { command, systemId: "jibu", password: "s3cret", systemType: "VMA" };
      expect(decode(encode(body, 1))).toMatchObject({ ...body, interfaceVersion: 0x34 });
      expect(decode(encode({ command: `${command}_resp`, systemId: "smsc" }, 1))).toMatchObject({ systemId: "smsc" });
    },
  );

  it.each(["unbind", "unbind_resp", "enquire_link", "enquire_link_resp", "generic_nack"] as const)(
    "%s is a header alone",
    (command) => {
      const frame = encode({ command }, 9, 3);
      expect(frame).toHaveLength(16);
      expect(decode(frame)).toEqual({ command, sequence: 9, status: 3 });
    },
  );

  it("a refusal has no body, and is read with or without one", () => {
    expect(encode({ command: "submit_sm_resp", messageId: "x" }, 1, 0x58)).toHaveLength(16);
    const withBody = encode({ command: "submit_sm_resp", messageId: "x" }, 1);
    withBody.writeUInt32BE(0x58, 8);
    expect(decode(withBody)).toMatchObject({ status: 0x58, messageId: "x" });
  });

  it("commands that are not spoken here keep their number", () => {
    const frame = encode({ command: "unbind" }, 5);
    frame.writeUInt32BE(0x103, 4);
    expect(decode(frame)).toEqual({ command: "unknown", commandId: 0x103, sequence: 5, status: 0 });
  });

  it("refuse values that the wire cannot carry", () => {
    for (const body of [
      { command: "submit_sm", source: "a".repeat(21) },
      { command: "submit_sm", source: "a\0b" },
      { command: "submit_sm", source: "Σ" },
      { command: "submit_sm", shortMessage: Buffer.alloc(255) },
      { command: "submit_sm", tlvs: { messagePayload: Buffer.alloc(70_000) } },
    ] satisfies Body[]) {
      expect(() => encode(body, 1)).toThrowError(expect.objectContaining({ name: "PduError", kind: "field" }));
    }
  });

  it("a body cut anywhere is read or is a body error with its sequence number, never anything else", () => {
    const body: Body = {
      command: "deliver_sm",
      source: "254712345678",
      destination: "20880",
      shortMessage: Buffer.from("Habari"),
    };
    const whole = encode(body, 77);
    for (let length = 16; length < whole.length; length++) {
      const cut = Buffer.from(whole.subarray(0, length));
      expect(() => decode(cut)).toThrowError(expect.objectContaining({ kind: "body", sequence: 77 }));
    }
  });

  it("rubbish behind the last whole optional parameter is ignored", () => {
    const frame = encode({ command: "deliver_sm", tlvs: { messageState: 2 } }, 1);
    expect(decode(Buffer.concat([frame, Buffer.from([0x00, 0x1e, 0x00, 0x40, 0x31])]))).toMatchObject({
      tlvs: { messageState: 2 },
    });
  });

  it("random octets in a frame never throw anything but a body error", () => {
    const ids = [1, 2, 4, 5, 9, 0x80000004, 0x80000005, 0x80000009];
    fc.assert(
      fc.property(fc.constantFrom(...ids), octets(300), (id, junk) => {
        const head = Buffer.alloc(16);
        head.writeUInt32BE(id, 4);
        try {
          decode(Buffer.concat([head, junk]));
        } catch (error) {
          expect(error).toBeInstanceOf(PduError);
        }
      }),
    );
  });
});

describe("the frame reader", () => {
  it("gives the same frames however the stream is cut", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.array(fc.integer({ min: 1, max: 400 })), (bodies, cuts) => {
        const stream = Buffer.concat(bodies.map((body, index) => encode(body, index + 1)));
        const got: Buffer[] = [];
        const read = frameReader((frame) => void got.push(Buffer.from(frame)));
        let start = 0;
        for (const cut of cuts) {
          read(stream.subarray(start, start + cut));
          start = Math.min(stream.length, start + cut);
        }
        read(stream.subarray(start));
        expect(Buffer.concat(got)).toEqual(stream);
        expect(got).toHaveLength(bodies.length);
      }),
    );
  });

  it("reads octet by octet, up to the longest frame", () => {
    const frame = Buffer.alloc(longestFrame);
    frame.writeUInt32BE(longestFrame, 0);
    const got: number[] = [];
    const read = frameReader((whole) => void got.push(whole.length));
    for (const byte of frame) read(Buffer.from([byte]));
    expect(got).toEqual([longestFrame]);
  });

  it.each([0, 1, 4, 5, 8, 15, longestFrame + 1, 0x7fffffff, 0xffffffff])("length %i is an error at once", (length) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(length, 0);
    const read = frameReader(() => {});
    read(head.subarray(0, 3));
    expect(() => read(head.subarray(3))).toThrowError(expect.objectContaining({ kind: "length" }));
  });
});
