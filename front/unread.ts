import type { IncomingMessage } from "node:http";

/** Bytes and milliseconds that are spent on a body whose request was answered before it had come. */
const least = 16_000_000;
const timeoutMs = 500;
/** Where files are sent, one that is somewhat too large comes through the same line as one that is not. */
const filePatience = 20_000;

/**
 * Reads past the rest of a body, so that its sender is still listening when the answer comes.
 * @param limit bytes that a body may have there
 * @returns whether all of it came: if not, the connection must be closed
 */
export async function pastBody(incoming: IncomingMessage, limit: number): Promise<boolean> {
  if (incoming.complete !== false) return true;
  if (incoming.destroyed) return false;
  const most = Math.max(least, 2 * limit);
  await new Promise<void>((resolve) => {
    let seen = 0;
    const count = (chunk: Uint8Array) => {
      seen += chunk.byteLength;
      if (seen > most) stop();
    };
    const stop = () => {
      clearTimeout(timer);
      incoming.off("data", count).off("end", stop).off("close", stop).off("error", stop);
      resolve();
    };
    const timer = setTimeout(stop, limit > least ? filePatience : timeoutMs);
    incoming.on("data", count).on("end", stop).on("close", stop).on("error", stop);
    incoming.resume();
  });
  return incoming.complete;
}
