import { setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { addVary, type Encoding, isText, preferredEncoding } from "./encoding";

const smallest = 1024;
const longest = 262_144;

/** Bytes from which on the better packing is worth its time: a first page, which has the style sheet inside. */
const large = 120_000;

// Measured on an 80 kB list page: gzip 3 gives 8.1 kB and brotli 3 gives 7.9 kB, for a quarter less work with gzip.
// On a first page of 160 kB gzip 3 gives 32 kB and brotli 5 gives 26 kB, a tenth of a second of a slow phone, for 2 ms.

/**
 * Compresses pages, JSON and `.data` answers over 1 kB as they stream. The levels are low;
 * the ready-made files of assets.ts carry the high ones. Nothing secret is in our pages besides what the reader may
 * see (no form token: the gate checks Origin), so compression gives no oracle away (BREACH).
 */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { status } = c.res;
    const type = c.res.headers.get("content-type");
    if (!isText(type) || c.res.headers.has("content-encoding")) return;
    if ([204, 206, 304].includes(status) || /no-transform/.test(c.res.headers.get("cache-control") ?? "")) return;
    addVary(c.res.headers);
    const length = c.res.headers.get("content-length");
    if (c.req.method === "HEAD" || (length !== null && Number(length) < smallest)) return;
    const accepted = c.req.raw.headers.get("accept-encoding");
    const encoding = preferredEncoding(accepted, ["gzip", "br"]);
    // The body is touched last: asking for it turns a plain string answer into a stream.
    const body = encoding && c.res.body;
    if (!encoding || !body) return;
    const { headers } = c.res;
    const start = await beginning(body.getReader());
    const isShort = start.ended && start.size < smallest;
    const ready = start.ended ? Buffer.concat(start.chunks) : undefined;
    const best =
      ready && ready.byteLength >= large ? (preferredEncoding(accepted, ["br", "gzip"]) ?? encoding) : encoding;
    const packed = ready && !isShort ? await whole[best](ready) : ready;
    const answer = new Response(packed ? new Uint8Array(packed) : compressed(start, encoding), {
      status,
      statusText: c.res.statusText,
      headers,
    });
    if (packed) answer.headers.set("content-length", String(packed.byteLength));
    else answer.headers.delete("content-length");
    if (!isShort) {
      answer.headers.set("content-encoding", best);
      const etag = headers.get("etag");
      if (etag !== null && !etag.startsWith("W/")) answer.headers.set("etag", `W/${etag}`);
    }
    c.res = undefined;
    c.res = answer;
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Start = {
  chunks: Uint8Array[];
  size: number;
  ended: boolean;
  reader: Reader;
  /** The read that had not come back when it stopped waiting. */
  next?: ReturnType<Reader["read"]>;
};

/**
 * Takes what is ready now. Most pages are: those are compressed in one piece, for half the work of a stream. One that
 * pauses, or is long, streams on from here.
 */
async function beginning(reader: Reader): Promise<Start> {
  const start: Start = { chunks: [], size: 0, ended: false, reader };
  while (start.size < longest) {
    const next = reader.read();
    if (start.size >= smallest && (await pauses(next))) return { ...start, next };
    const { done, value } = await next;
    if (done) return { ...start, ended: true };
    start.chunks.push(value);
    start.size += value.byteLength;
  }
  return start;
}

/** True when nothing comes within a turn of the event loop. */
async function pauses(reading: Promise<unknown>): Promise<boolean> {
  return Promise.race([reading.then(() => false), turn(true)]);
}

const brotli = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 };
const brotliWhole = promisify(brotliCompress);
const gzipWhole = promisify(gzip);
const whole: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    brotliWhole(content, {
      params: {
        ...brotli,
        ...(content.byteLength < large ? {} : { [constants.BROTLI_PARAM_QUALITY]: 5 }),
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      },
    }),
  gzip: (content) => gzipWhole(content, { level: 3 }),
};

function encoder(encoding: Encoding) {
  if (encoding === "gzip") return createGzip({ level: 3, chunkSize: 32_768 });
  return createBrotliCompress({ chunkSize: 32_768, params: brotli });
}

/** Flushes only when the page pauses (a deferred part is still being fetched): each flush costs bytes. */
function compressed({ chunks, reader, next }: Start, encoding: Encoding): ReadableStream<Uint8Array> {
  const zip = encoder(encoding);
  const feed = async () => {
    for (const chunk of chunks) zip.write(chunk);
    for (let reading = next ?? reader.read(); ; reading = reader.read()) {
      if (await pauses(reading)) zip.flush();
      const { done, value } = await reading;
      if (done) break;
      if (!zip.write(value)) await new Promise<void>((resolve) => zip.once("drain", resolve).once("close", resolve));
    }
    zip.end();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        zip.on("data", (chunk: Buffer) => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 1) <= 0) zip.pause();
        });
        zip.once("end", () => controller.close());
        zip.once("error", (error) => controller.error(error));
        feed().catch((error: unknown) =>
          zip.destroy(error instanceof Error ? error : new Error("The answer broke off.")),
        );
      },
      pull: () => void zip.resume(),
      async cancel(reason) {
        zip.destroy();
        await reader.cancel(reason);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 262_144 }),
  );
}
