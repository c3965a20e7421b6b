import type { Socket } from "node:net";
import { decode } from "./decode";
import { encode } from "./encode";
import { frameReader } from "./frames";
import { type Body, type Pdu, PduError, status } from "./pdu";

/** One TCP connection that speaks SMPP, the same at both ends. */
export type Link = {
  write(body: Body, sequence: number, commandStatus?: number): void;
  /** Ends at once; `down` is called with the reason. */
  destroy(reason: string): void;
  /** Ends after everything written has left. */
  end(reason: string): void;
  isOpen(): boolean;
};

/**
 * Speaks SMPP on a socket. Frames written in one turn of the event loop leave in one system call, with Nagle's delay
 * off. A length that cannot be destroys the socket; a body that cannot be read is refused by generic_nack and the link
 * goes on. `down` is called exactly once.
 */
export function speakSmpp(socket: Socket, on: { pdu(pdu: Pdu): void; down(reason: string): void }): Link {
  let open = true;
  let waiting: Buffer[] = [];

  function flush(): void {
    const frames = waiting;
    waiting = [];
    const [first] = frames;
    if (!first || socket.destroyed) return;
    socket.write(frames.length === 1 ? first : Buffer.concat(frames));
  }

  function down(reason: string): void {
    if (!open) return;
    open = false;
    on.down(reason);
  }

  function write(body: Body, sequence: number, commandStatus = 0): void {
    if (!open) return;
    waiting.push(encode(body, sequence, commandStatus));
    if (waiting.length === 1) setImmediate(flush);
  }

  function destroy(reason: string): void {
    socket.destroy();
    down(reason);
  }

  const read = frameReader((frame) => {
    if (!open) return;
    let pdu: Pdu;
    try {
      pdu = decode(frame);
    } catch (error) {
      if (!(error instanceof PduError)) throw error;
      write({ command: "generic_nack" }, error.sequence, status.invalidCommandLength);
      return;
    }
    on.pdu(pdu);
  });

  socket.setNoDelay(true);
  socket.on("data", (chunk: Buffer) => {
    if (!open) return;
    try {
      read(chunk);
    } catch (error) {
      if (!(error instanceof PduError)) throw error;
      destroy(error.message);
    }
  });
  // "close" always follows "error"; the first word about why is the error's.
  socket.on("error", (error: Error) => destroy(error.message));
  socket.on("close", () => down("the other end closed the connection"));

  return {
    write,
    destroy,
    end(reason) {
      flush();
      down(reason);
      socket.destroySoon();
    },
    isOpen: () => open,
  };
}
