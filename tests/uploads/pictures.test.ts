import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Purpose } from "../../rules/files";
import { inProcess } from "../../services/kit/client";
import { readAccount } from "../../services/kit/database";
import { pictureSize, withoutMetadata } from "../../services/kit/pictures";
import { serviceToken } from "../../services/kit/principal";
import { openStorage, type Storage } from "../../services/kit/storage";
import { uploadsService } from "../../services/uploads/service";
import { findFile } from "../../services/uploads/store";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { multipart, png } from "./files.fixtures";

const secretPlace = "-1.2921,36.8219 Nairobi";

/** A camera's Exif: which way up, and a place that is kept elsewhere in it. */
function exif(order: "II" | "MM" = "II", way = 6): Buffer {
  const made = Buffer.alloc(90 + secretPlace.length);
  const two = (value: number, at: number) =>
    order === "II" ? made.writeUInt16LE(value, at) : made.writeUInt16BE(value, at);
  const four = (value: number, at: number) =>
    order === "II" ? made.writeUInt32LE(value, at) : made.writeUInt32BE(value, at);
  made.write(order);
  two(42, 2);
  four(8, 4);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    two(tag, at);
    two(type, at + 2);
    four(count, at + 4);
    if (type === 3) two(value, at + 8);
    else four(value, at + 8);
  };
  two(2, 8);
  entry(10, 0x112, 3, 1, way);
  entry(22, 0x8825, 4, 1, 40);
  two(1, 40);
  entry(42, 2, 2, secretPlace.length, 70);
  made.write(secretPlace, 70, "latin1");
  return made;
}

const segment = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};
function jpeg({ width = 8, height = 8, order = "II" as "II" | "MM", way = 6, more = [] as Buffer[] } = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from("JFIF\0\x01\x02\0\0\x01\0\x01\0\0", "latin1")),
    segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif(order, way)])),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${secretPlace}</x>`)),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${secretPlace}`)),
    segment(0xe2, Buffer.from("ICC_PROFILE\0colours")),
    ...more,
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff, 0xd9]),
    Buffer.from(`a film with ${secretPlace} at its end`),
  ]);
}
function pngChunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), body]);
  const made = Buffer.alloc(named.length + 8);
  made.writeUInt32BE(body.length);
  named.copy(made, 4);
  made.writeUInt32BE(crc32(named), named.length + 4);
  return made;
}
/** The dot with other dimensions in its header, and what a program wrote beside it. */
function pngOf(width: number, height: number, more: Buffer[] = []): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), pngChunk("IHDR", header), ...more, png.subarray(33)]);
}
function webp(): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(name);
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const extended = Buffer.from([0x0c, 0, 0, 0, 99, 0, 0, 49, 0, 0]);
  const chunks = [
    chunk("VP8X", extended),
    chunk("VP8L", Buffer.from([0x2f, 99, 0x40, 0x0c, 0, 7])),
    chunk("EXIF", exif()),
    chunk("XMP ", Buffer.from(secretPlace)),
  ];
  const body = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  const head = Buffer.alloc(8);
  head.write("RIFF");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
function heic(order: "II" | "MM"): Buffer {
  const box = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4);
    return Buffer.concat([head, body]);
  };
  const ispe = Buffer.alloc(12);
  ispe.writeUInt32BE(4032, 4);
  ispe.writeUInt32BE(3024, 8);
  return Buffer.concat([
    box("ftyp", Buffer.from("heic\0\0\0\0mif1heic")),
    box("meta", Buffer.concat([Buffer.alloc(4), box("ispe", ispe)])),
    box(
      "mdat",
      Buffer.concat([
        Buffer.from("\0\0\0\x06Exif\0\0", "latin1"),
        exif(order),
        Buffer.from(`<x:xmpmeta>${secretPlace}</x:xmpmeta>`),
      ]),
    ),
  ]);
}

describe("where a picture was taken is not kept (security D15)", () => {
  test.each([
    ["image/jpeg", jpeg()],
    ["image/jpeg", jpeg({ order: "MM" })],
    [
      "image/png",
      pngOf(1, 1, [
        pngChunk("eXIf", exif()),
        pngChunk("tEXt", Buffer.from(`Place\0${secretPlace}`)),
        pngChunk("iTXt", Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${secretPlace}`)),
      ]),
    ],
    ["image/webp", webp()],
    ["image/heic", heic("II")],
    ["image/heic", heic("MM")],
    ["image/avif", heic("MM")],
    ["image/tiff", exif()],
  ] as const)("%s", (type, bytes) => {
    expect(bytes.toString("latin1")).toContain(secretPlace);
    const clean = withoutMetadata(type, bytes);
    expect(clean.toString("latin1")).not.toContain("Nairobi");
    expect(pictureSize(type, clean)).toEqual(pictureSize(type, bytes));
    // Once more changes nothing.
    expect(withoutMetadata(type, clean).equals(clean)).toBe(true);
  });

  test("which way up a photo is stays, and its colours", () => {
    const clean = withoutMetadata("image/jpeg", jpeg({ way: 6 })).toString("latin1");
    expect(clean).toContain("Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06");
    expect(clean).toContain("ICC_PROFILE");
    expect(withoutMetadata("image/jpeg", jpeg({ way: 1 })).toString("latin1")).not.toContain("Exif");
  });

  test("what is no picture to its end stays as it is", () => {
    for (const bytes of [Buffer.from([0xff, 0xd8, 1]), Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff]), Buffer.alloc(0)])
      expect(withoutMetadata("image/jpeg", bytes)).toEqual(bytes);
    expect(withoutMetadata("image/png", png)).toEqual(png);
  });
});

test("dimensions are read from each kind's header", () => {
  expect(pictureSize("image/jpeg", jpeg({ width: 4000, height: 3000 }))).toEqual({ width: 4000, height: 3000 });
  expect(pictureSize("image/png", pngOf(30_000, 20_000))).toEqual({ width: 30_000, height: 20_000 });
  expect(pictureSize("image/webp", webp())).toEqual({ width: 100, height: 50 });
  expect(pictureSize("image/heic", heic("II"))).toEqual({ width: 4032, height: 3024 });
  expect(pictureSize("image/png", Buffer.alloc(3))).toBeUndefined();
});

describe("at every way in", () => {
  const people = { owner: person() };
  const serveOptions = surroundings(people);
  let database: TestDatabase;
  let storage: Storage;
  let dataDir: string;
  beforeAll(async () => {
    database = await freshDatabase();
    dataDir = mkdtempSync(join(tmpdir(), "jibu-pictures-"));
    storage = openStorage({ dataDir });
  });
  afterAll(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const send = (bytes: Buffer, purpose: Purpose) =>
    inProcess(uploadsService(database, storage, serveOptions), caller("owner")).chatUploads({
      stream: multipart([{ name: "photo", bytes }]),
      query: { purpose: purpose as "issue" },
    });
  /** As services keep what networks and visitors send. */
  const keep = (bytes: Buffer) => {
    const by = { ...caller(""), token: serviceToken(serveOptions.serviceSecret, "100001") };
    return inProcess(uploadsService(database, storage, serveOptions), by).keep({
      stream: { body: new Blob([new Uint8Array(bytes)]).stream(), type: "image/jpeg" },
      query: { purpose: "chat", name: "photo.jpg", subject: "chat message", subject_id: "1" },
    });
  };
  async function stored(id: string): Promise<Buffer> {
    const row = await readAccount(database.db, "100001", (trx) => findFile(trx, "100001", id));
    const bytes = row && (await storage.get(row.key));
    if (!bytes) throw new Error("not kept");
    const pieces: Buffer[] = [];
    for await (const piece of bytes) pieces.push(Buffer.from(piece));
    const all = Buffer.concat(pieces);
    expect(row.bytes).toBe(all.length);
    return all;
  }

  test("a place is gone from what is kept, and its length is that of what is kept", async () => {
    const sent = await send(jpeg(), "chat");
    if (sent.status !== 201) throw new Error("not sent");
    expect((await stored(sent.body.files[0]?.id ?? "")).toString("latin1")).not.toContain("Nairobi");
    const kept = await keep(jpeg());
    if (kept.status !== 201) throw new Error("not kept");
    expect((await stored(kept.body.id)).toString("latin1")).not.toContain("Nairobi");
  });

  test("a picture that no browser should unpack is refused, a person's photo sooner", async () => {
    const refused = async (bytes: Buffer, purpose: Purpose) => (await send(bytes, purpose)).status;
    expect(await refused(pngOf(30_000, 30_000), "chat")).toBe(422);
    expect(await refused(pngOf(10_001, 5_000), "issue")).toBe(422);
    expect(await refused(pngOf(10_000, 5_000), "issue")).toBe(201);
    expect(await refused(pngOf(4_097, 10), "photo")).toBe(422);
    expect(await refused(pngOf(4_096, 4_096), "photo")).toBe(201);
    expect((await keep(pngOf(30_000, 30_000))).status).toBe(422);
  });
});
