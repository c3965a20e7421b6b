import type { Link } from "./link";
import { type MessagePdu, type Pdu, status } from "./pdu";
import { type QueryResult, queryResult } from "./queries";

/** What a session does about what the message centre says. */
type SessionCommands = {
  isBound(): boolean;
  bindAnswered(code: number, link: Link): void;
  submitAnswered(sequence: number, code: number, messageId: string): void;
  queryAnswered(sequence: number, answer: QueryResult | undefined): boolean;
  deliver(pdu: MessagePdu, link: Link): void;
  /** The message centre has shown that it is there. */
  alive(): void;
};

/** Takes one PDU from the message centre: answers it, or tells the session. */
export function receivePdu(pdu: Pdu, link: Link, session: SessionCommands): void {
  switch (pdu.command) {
    case "submit_sm_resp":
      if (pdu.status === status.notBound) link.destroy("the message centre says that we are not bound");
      else session.submitAnswered(pdu.sequence, pdu.status, pdu.messageId);
      return;
    case "query_sm_resp":
      session.queryAnswered(pdu.sequence, pdu.status === status.ok ? queryResult(pdu) : undefined);
      return;
    case "deliver_sm":
      session.deliver(pdu, link);
      return;
    case "enquire_link":
      link.write({ command: "enquire_link_resp" }, pdu.sequence);
      return;
    case "enquire_link_resp":
      session.alive();
      return;
    case "bind_transceiver_resp":
    case "bind_transmitter_resp":
    case "bind_receiver_resp":
      if (!session.isBound()) session.bindAnswered(pdu.status, link);
      return;
    case "unbind":
      link.write({ command: "unbind_resp" }, pdu.sequence);
      link.end("the message centre ended the session");
      return;
    case "unbind_resp":
      link.end("unbound");
      return;
    case "generic_nack":
      // Even a centre that knows no enquire_link has shown that it is there.
      session.alive();
      if (!session.isBound()) session.bindAnswered(pdu.status || status.bindFailed, link);
      else if (!session.queryAnswered(pdu.sequence, undefined))
        session.submitAnswered(pdu.sequence, pdu.status || status.systemError, "");
      return;
    case "deliver_sm_resp":
      return;
    default:
      link.write({ command: "generic_nack" }, pdu.sequence, status.invalidCommand);
  }
}
