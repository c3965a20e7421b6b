import type { IncomingMessage } from "node:http";

/** Bytes and milliseconds that are spent on a body whose request was answered before it had come. */
const most = 16_000_000;
const patience = 500;

/**
 * Reads past the rest of a body, so that its sender is still listening when the answer comes.
 * @returns whether all of it came: if not, the connection must be closed
 */
export async function pastBody(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete !== false) return true;
  if (incoming.destroyed) return false;
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
    const timer = setTimeout(stop, patience);
    incoming.on("data", count).on("end", stop).on("close", stop).on("error", stop);
    incoming.resume();
  });
  return incoming.complete;
}
