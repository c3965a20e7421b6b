import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { RawBody } from "../contract";
import { BrokenForm, FormTooBig, type MultipartPart, readParts } from "../multipart";
import { plain } from "../plain";
import { HttpError } from "../serve";

const megabyte = 1024 * 1024;
/** Bytes of one contact file. */
export const maxBytes = 60 * megabyte;

/** A stored upload: `path` is relative to the data folder, and says nothing of the file's own name. */
export type StoredUpload = { path: string; file_name: string; bytes: number; sha256: Buffer };

export function badFile(words: string): HttpError {
  return new HttpError(422, words, { file: [words] });
}

/**
 * Streams the form's `file` to the data folder.
 * @throws HttpError 422 on `file`; then nothing is left on the disk
 */
export async function storeUpload(dataDir: string, account: string, stream: RawBody): Promise<StoredUpload> {
  let stored: StoredUpload | undefined;
  try {
    // The form around the file is small; what is over the limit is the file.
    for await (const part of readParts(stream.body, stream.type, maxBytes + megabyte))
      if (part.name === "file" && part.filename && !stored) stored = await write(dataDir, account, part);
    if (!stored) throw badFile("Choose a file.");
    if (stored.bytes === 0) throw badFile("The file is empty.");
    return stored;
  } catch (error) {
    if (stored) await removeUpload(dataDir, stored.path);
    if (error instanceof FormTooBig) throw tooBig();
    if (error instanceof BrokenForm) throw badFile("The file did not arrive whole. Send it again.");
    throw error;
  }
}

async function write(dataDir: string, account: string, part: MultipartPart): Promise<StoredUpload> {
  const path = join("uploads", account.replace(/[^\w-]/g, "_"), randomBytes(16).toString("hex"));
  await mkdir(join(dataDir, path, ".."), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted() {
    for await (const chunk of part.bytes()) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooBig();
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(counted(), createWriteStream(join(dataDir, path), { mode: 0o600, flags: "wx" }));
  } catch (error) {
    await removeUpload(dataDir, path);
    if ((error as { code?: string }).code === "ENOSPC")
      throw new HttpError(503, "There is no room for this file at the moment. Nothing was changed.");
    throw error;
  }
  const file_name = plain(part.filename ?? "")
    .split(/[/\\]/)
    .at(-1)
    ?.trim()
    .slice(0, 200);
  return { path, file_name: file_name || "contacts", bytes, sha256: hash.digest() };
}

function tooBig(): HttpError {
  return badFile(`The file is larger than ${maxBytes / megabyte} MB: split it into smaller files.`);
}

export async function removeUpload(dataDir: string, path: string): Promise<void> {
  await rm(join(dataDir, path), { force: true });
}
