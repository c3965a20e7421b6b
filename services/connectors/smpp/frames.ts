import { headerLength, longestFrame, PduError } from "./pdu";

/**
 * Cuts a byte stream into SMPP frames, whatever the sizes of the chunks.
 * Throws PduError `length` as soon as the four octets of a length outside 16 octets to 64 KiB are seen: after that
 * nothing in the stream can be trusted, so the caller destroys the socket.
 */
export function frameReader(onFrame: (frame: Buffer) => void): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  let size = 0;
  // How many octets must be there before another look is worth it; keeps one-octet chunks from costing a copy each.
  let needed = 4;

  return function read(chunk) {
    size += chunk.length;
    if (size < needed) {
      held.push(chunk);
      return;
    }
    const bytes = held.length === 0 ? chunk : Buffer.concat([...held, chunk], size);
    held = [];
    let start = 0;
    needed = 4;
    while (bytes.length - start >= 4) {
      const length = bytes.readUInt32BE(start);
      if (length < headerLength || length > longestFrame) {
        throw new PduError("length", `a frame says that it is ${length} octets long`);
      }
      if (bytes.length - start < length) {
        needed = length;
        break;
      }
      onFrame(bytes.subarray(start, start + length));
      start += length;
    }
    size = bytes.length - start;
    if (size > 0) held.push(bytes.subarray(start));
  };
}
