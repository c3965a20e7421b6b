import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Disk } from "flydrive";
import { type FileType, imageTypes, sniffFile, wordsFor } from "./file-types";
import { pictureSize, withoutMetadata } from "./pictures";

/** Where files are kept: a folder of this machine, or a bucket on anything that speaks S3. */
export type StorageSettings = {
  dataDir: string;
  s3?: { url?: string; bucket: string; region: string; key: string; secret: string };
};

/** A file that was kept. `key` is where, and says nothing of its name. */
export type StoredObject = { key: string; type: FileType; bytes: number; sha256: Buffer };

/** `mostSide`: pixels that a picture may be wide or high. */
export type Rules = { maxBytes: number; types: readonly FileType[]; maxSide?: number };

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

export type Storage = {
  /**
   * Streams a file into the store; never whole in memory, and what is refused or cut off leaves nothing behind.
   * @throws FileRefused
   */
  put(account: string, bytes: AsyncIterable<Uint8Array>, rules: Rules): Promise<StoredObject>;
  /** The bytes, or those of a stretch; undefined when they are gone. */
  get(key: string, part?: ByteRange): Promise<Readable | undefined>;
  /** Removes it; what is gone already is no error. */
  remove(key: string): Promise<void>;
  /** Drops what a crash left half-received longer than a day ago. */
  tidy(): Promise<void>;
};

export type RefusalReason = "empty" | "too-big" | "too-many-pixels" | "wrong-type" | "no-room";

/** Why a file was not kept, in one sentence for the person who sent it. */
export class FileRefused extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}

const megabyte = 1024 * 1024;

/** Opens the store. What speaks to it is loaded when it is used. */
export function openStorage({ dataDir, s3 }: StorageSettings): Storage {
  const root = resolve(dataDir, "files");
  const incoming = join(root, "incoming");
  let store: Promise<Store> | undefined;
  const opened = () => {
    store ??= s3 ? bucketStore(s3) : folderStore(root);
    return store;
  };
  return {
    async put(account, bytes, rules) {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const waiting = join(incoming, randomBytes(16).toString("hex"));
      try {
        const sent = await receive(bytes, waiting, rules.maxBytes);
        const type = await sniffFile(waiting);
        if (!type || !rules.types.includes(type)) throw wrongType(rules);
        const received = imageTypes.includes(type) ? await cleaned(waiting, type, rules, sent) : sent;
        // Every file lies beside no other of its name: the key is random and bound to the account.
        const key = `${account.replace(/[^\w-]/g, "_")}/${randomBytes(16).toString("hex")}`;
        const about = { contentLength: received.bytes, contentType: "application/octet-stream" };
        await (await opened()).disk.moveFromFs(waiting, key, about);
        return { key, type, ...received };
      } catch (error) {
        await rm(waiting, { force: true });
        throw (error as { code?: string }).code === "ENOSPC" ? noRoom() : error;
      }
    },
    async get(key, part) {
      const { disk, stretch } = await opened();
      if (!(await disk.exists(key))) return undefined;
      return part ? stretch(key, part) : disk.getStream(key);
    },
    async remove(key) {
      await (await opened()).disk.delete(key);
    },
    async tidy() {
      const yesterday = Date.now() - 24 * 3_600_000;
      for (const name of await readdir(incoming).catch(() => []))
        if ((await stat(join(incoming, name)).catch(() => undefined))?.mtimeMs ?? Number.MAX_VALUE < yesterday)
          await rm(join(incoming, name), { force: true });
    },
  };
}

type ReceivedBytes = Pick<StoredObject, "bytes" | "sha256">;

async function receive(bytes: AsyncIterable<Uint8Array>, path: string, most: number): Promise<ReceivedBytes> {
  const hash = createHash("sha256");
  let count = 0;
  async function* counted() {
    for await (const chunk of bytes) {
      count += chunk.length;
      if (count > most) throw tooBig(most);
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o600, flags: "wx" }));
  if (count === 0) throw new FileRefused("empty", "The file is empty.");
  return { bytes: count, sha256: hash.digest() };
}

/** A disk, and what it lacks: reading a stretch of a file. */
type Store = { disk: Disk; stretch(key: string, part: ByteRange): Promise<Readable> };

/** Pixels of a picture: unpacked in a browser each takes four bytes. */
const maxPixels = 50_000_000;

/** A picture keeps nothing of where and when it was taken, and one that no browser should unpack is refused. */
async function cleaned(path: string, type: FileType, { maxSide }: Rules, sent: ReceivedBytes): Promise<ReceivedBytes> {
  const bytes = await readFile(path);
  const size = pictureSize(type, bytes);
  if (size && size.width * size.height > maxPixels)
    throw new FileRefused("too-many-pixels", `The picture has more than ${maxPixels / 1_000_000} million pixels.`);
  if (size && maxSide !== undefined && Math.max(size.width, size.height) > maxSide)
    throw new FileRefused(
      "too-many-pixels",
      `The picture is wider or higher than ${maxSide.toLocaleString("en")} pixels.`,
    );
  const clean = withoutMetadata(type, bytes);
  if (clean.equals(bytes)) return sent;
  await writeFile(path, clean, { mode: 0o600 });
  return { bytes: clean.length, sha256: createHash("sha256").update(clean).digest() };
}

async function folderStore(location: string): Promise<Store> {
  const [{ Disk }, { FSDriver }] = await Promise.all([import("flydrive"), import("flydrive/drivers/fs")]);
  return {
    disk: new Disk(new FSDriver({ location, visibility: "private" })),
    stretch: async (key, part) => createReadStream(join(location, key), part),
  };
}

async function bucketStore(s3: NonNullable<StorageSettings["s3"]>): Promise<Store> {
  const { Disk } = await import("flydrive");
  const [{ S3Driver }, { GetObjectCommand, S3Client }] = await Promise.all([
    import("flydrive/drivers/s3"),
    import("@aws-sdk/client-s3"),
  ]);
  const client = new S3Client({
    region: s3.region,
    credentials: { accessKeyId: s3.key, secretAccessKey: s3.secret },
    // Stores other than Amazon's know buckets by the path, and not all of them the newer checksums.
    ...(s3.url ? { endpoint: s3.url, forcePathStyle: true } : {}),
    // What goes wrong is thrown; it is not for the terminal.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return {
    disk: new Disk(new S3Driver({ client, bucket: s3.bucket, visibility: "private", supportsACL: false })),
    async stretch(key, { start, end }) {
      const asked = new GetObjectCommand({ Bucket: s3.bucket, Key: key, Range: `bytes=${start}-${end}` });
      return (await client.send(asked)).Body as Readable;
    },
  };
}

/** "10 MB", "500 kB" */
export function sizeWords(bytes: number): string {
  return bytes >= megabyte ? `${Number((bytes / megabyte).toFixed(1))} MB` : `${Math.round(bytes / 1024)} kB`;
}

function tooBig(most: number): FileRefused {
  return new FileRefused("too-big", `The file is larger than ${sizeWords(most)}.`);
}

function wrongType({ types }: Rules): FileRefused {
  const words = `This file is of a kind that can't be sent here, whatever its name says: send ${wordsFor(types)}.`;
  return new FileRefused("wrong-type", words);
}

function noRoom(): FileRefused {
  return new FileRefused("no-room", "There is no room for this file at the moment. Try again later.");
}
