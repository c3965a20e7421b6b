// The little of the npm package `smpp` (0.5.1, no types of its own) that the wire compatibility tests use.
declare module "smpp" {
  import type { EventEmitter } from "node:events";
  import type { Server as NetServer, Socket } from "node:net";

  export type PduValue = string | number | Buffer | { udh?: Buffer; message: string | Buffer };
  type Fields = Record<string, PduValue>;

  export class PDU {
    constructor(command: string | Buffer, options?: Fields);
    command: string;
    command_status: number;
    sequence_number: number;
    [field: string]: unknown;
    toBuffer(): Buffer;
    response(options?: Fields): PDU;
  }

  export class Session extends EventEmitter {
    socket: Socket;
    send(pdu: PDU, answered?: (pdu: PDU) => void): boolean;
    bind_transceiver(options: Fields, answered?: (pdu: PDU) => void): boolean;
    submit_sm(options: Fields, answered?: (pdu: PDU) => void): boolean;
    deliver_sm(options: Fields, answered?: (pdu: PDU) => void): boolean;
    enquire_link(answered?: (pdu: PDU) => void): boolean;
    unbind(answered?: (pdu: PDU) => void): boolean;
    close(): void;
    destroy(): void;
  }

  const smpp: {
    PDU: typeof PDU;
    connect(options: { host: string; port: number }, connected?: () => void): Session;
    createServer(listener: (session: Session) => void): NetServer;
  };
  export default smpp;
}
