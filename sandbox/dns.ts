import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

export type SandboxDns = Awaited<ReturnType<typeof startDns>>;

const txt = 16;

/** A DNS server on the loopback address that knows the TXT records it was told (RFC 1035). */
export async function startDns() {
  const records = new Map<string, string[]>();
  const socket = createSocket("udp4");
  socket.on("message", (query, { address, port }) => {
    const answer = answerTo(query, records);
    if (answer) socket.send(answer, port, address);
  });
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    /** The records of a name; each call says all of them. */
    set(name: string, values: readonly string[]) {
      records.set(name.toLowerCase(), [...values]);
    },
    records: (): [name: string, values: readonly string[]][] => [...records].sort(),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function answerTo(query: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer | undefined {
  if (query.length < 17) return undefined;
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0 && at < query.length; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString("latin1"));
    at += length + 1;
  }
  const type = query.length >= at + 3 ? query.readUInt16BE(at + 1) : 0;
  const question = query.subarray(12, at + 5);
  const known = records.get(labels.join(".").toLowerCase());
  const found = type === txt ? (known ?? []) : [];
  const head = Buffer.from(query.subarray(0, 12));
  // An answer, authoritative; no such name where there is none.
  head.writeUInt16BE(0x8400 | (query.readUInt16BE(2) & 0x0100) | (known ? 0 : 3), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(found.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, question, ...found.map(record)]);
}

function record(value: string): Buffer {
  const pieces = value.match(/[\s\S]{1,255}/g) ?? [""];
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, "latin1")])),
  );
  const head = Buffer.from([0xc0, 12, 0, txt, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
