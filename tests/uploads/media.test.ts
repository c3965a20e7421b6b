import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileLimits, playerKind } from "../../rules/files";
import { voiceNote } from "../../sandbox/chat-wire";
import { isInline, safeName, sniffFile } from "../../services/kit/file-types";
import { purposeTypes } from "../../services/uploads/receive";
import { html, program, svg } from "./files.fixtures";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "jibu-media-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function sniffed(bytes: Uint8Array) {
  const path = join(folder, String(++count));
  writeFileSync(path, bytes);
  return sniffFile(path);
}

const box = (type: string, ...inside: Buffer[]) => {
  const body = Buffer.concat(inside);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};
const track = (handler: string) =>
  box("trak", box("mdia", box("hdlr", Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13))));
const film = (brand: string, handlers: string[], indexLast = true) => {
  const index = box("moov", box("mvhd", Buffer.alloc(100)), ...handlers.map(track));
  const data = box("mdat", Buffer.alloc(5_000, 1));
  return Buffer.concat([
    box("ftyp", Buffer.from(`${brand}\0\0\0\0${brand}`)),
    ...(indexLast ? [data, index] : [index, data]),
  ]);
};
const mp3 = Buffer.concat(
  Array.from({ length: 4 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])),
);
const aac = Buffer.concat(
  Array.from({ length: 4 }, () =>
    Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc]), Buffer.alloc(9)]),
  ),
);
const amr = Buffer.concat([Buffer.from("#!AMR\n"), Buffer.alloc(64, 0x3c)]);

test("what phones record is known by its bytes, whatever its name says", async () => {
  const found = {
    "audio/ogg": voiceNote.bytes,
    "audio/mpeg": mp3,
    "audio/aac": aac,
    "audio/amr": amr,
    "audio/mp4": film("M4A ", ["soun"]),
    "video/mp4": film("isom", ["soun", "vide"]),
    "video/3gpp": film("3gp5", ["vide"]),
  };
  for (const [type, bytes] of Object.entries(found)) {
    expect(await sniffed(bytes)).toBe(type);
    expect(purposeTypes.chat).toContain(type);
    expect(purposeTypes.photo).not.toContain(type);
    // Opened by itself it is a download; only a player of ours plays it.
    expect(isInline(type)).toBe(false);
  }
});

test("a film without pictures is a voice note, wherever its index stands", async () => {
  expect(await sniffed(film("mp42", ["soun"]))).toBe("audio/mp4");
  expect(await sniffed(film("isom", ["soun"], false))).toBe("audio/mp4");
  expect(await sniffed(film("isom", ["soun", "vide"], false))).toBe("video/mp4");
});

test("a page, a script or a program is no sound, whatever it is called", async () => {
  for (const bytes of [html, svg, program, Buffer.from("OggS")])
    expect(purposeTypes.chat).not.toContain(await sniffed(bytes));
  expect(safeName("voice.exe", "audio/ogg")).toBe("voice.exe.ogg");
});

test("chats keep 16 MB (Q076), and browsers play all but AMR and 3GP", () => {
  expect(fileLimits.chat.maxBytes).toBe(16 * 1024 * 1024);
  const played = ["audio/ogg", "audio/mpeg", "audio/mp4", "audio/aac", "video/mp4", "audio/amr", "video/3gpp"].map(
    playerKind,
  );
  expect(played).toEqual(["audio", "audio", "audio", "audio", "video", "", ""]);
});
