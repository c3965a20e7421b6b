import { createWriteStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileProblem } from "./problem";

/** A file that can be read anywhere and more than once. */
export type Source = {
  bytes: number;
  /** Fewer bytes than asked for only at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  chunks(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

const chunkBytes = 64 * 1024;

/** Opens a file, or writes a stream to a temporary one first: a workbook's table of contents is at its end. */
export async function openSource(from: string | AsyncIterable<Uint8Array>, maxBytes: number): Promise<Source> {
  if (typeof from === "string") return fromFile(from, maxBytes, undefined);
  const folder = await mkdtemp(join(tmpdir(), "contact-file-"));
  try {
    const path = join(folder, "upload");
    await pipeline(Readable.from(counted(from, maxBytes)), createWriteStream(path, { mode: 0o600 }));
    return await fromFile(path, maxBytes, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function* counted(from: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of from) {
    bytes += chunk.length;
    if (bytes > most) throw tooBig(most);
    yield chunk;
  }
}

async function fromFile(path: string, maxBytes: number, folder: string | undefined): Promise<Source> {
  const handle = await open(path, "r");
  const { size } = await handle.stat();
  async function close() {
    await handle.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  }
  if (size > maxBytes) {
    await close();
    throw tooBig(maxBytes);
  }
  return { bytes: size, read: (position, length) => readAt(handle, position, length), chunks, close };

  async function* chunks() {
    for (let position = 0; position < size; position += chunkBytes) yield await readAt(handle, position, chunkBytes);
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function tooBig(most: number): FileProblem {
  return new FileProblem(
    "too-big",
    `The file is larger than ${Math.floor(most / 1024 / 1024)} MB: split it into smaller files.`,
  );
}
