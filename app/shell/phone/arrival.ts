import { parseCaller, readUserPart } from "./sip-text";

/** Who rings, and what the PBX says of it. */
export type Arrival = {
  callId: string;
  phone: string;
  name: string;
  queueReference: string;
  calledNumber: string;
  /** The call of a caller about whom an agent asks, by its name in the log, and who the caller is. */
  consultOf: string;
  about: string;
  /** The extension of who transferred the caller here (RFC 3892). */
  transferredBy: string;
};

export type IncomingInvite = {
  call_id?: string;
  from: Parameters<typeof parseCaller>[0];
  getHeader(name: string): string | undefined;
};

/** Headers of the INVITE by which a phone asks another about a caller. */
export const consultHeaders = { reference: "X-Consult-Reference", about: "X-Consult-About" } as const;

export function readArrival(request: IncomingInvite): Arrival {
  const header = (name: string, most: number) => (request.getHeader(name) ?? "").slice(0, most);
  const caller = parseCaller(request.from);
  return {
    callId: request.call_id ?? "",
    ...{ phone: caller.phone, name: readName(header("X-Customer-Name", 600)) || caller.name },
    queueReference: header("X-Queue-Reference", 100),
    calledNumber: header("X-Called-Number", 40),
    consultOf: header(consultHeaders.reference, 100),
    about: header(consultHeaders.about, 40),
    transferredBy: readUserPart(header("Referred-By", 200)).slice(0, 40),
  };
}

/** The name of a customer whom the system called; the header is encoded as in an address. */
function readName(header: string): string {
  try {
    return decodeURIComponent(header).slice(0, 200);
  } catch {
    return "";
  }
}
