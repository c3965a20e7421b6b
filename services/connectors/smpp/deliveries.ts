import { type MessagePdu, status } from "./pdu";

export type Deliveries = ReturnType<typeof deliveries>;

/** Receipts and messages from the carrier: each is stored before it is acknowledged, so many at once at most. */
export function deliveries(maxStoring: number, store: (pdu: MessagePdu) => Promise<void>) {
  let storing = 0;
  let stored = 0;
  return {
    storing: () => storing,
    stats: () => ({ delivered: stored, delivering: storing }),
    /** Answers the status for its deliver_sm_resp. */
    async take(pdu: MessagePdu): Promise<number> {
      if (storing >= maxStoring) return status.temporaryReceiverError;
      storing++;
      try {
        await store(pdu);
        stored++;
        return status.ok;
      } catch {
        // Not stored, so not acknowledged: the carrier keeps it and comes again.
        return status.temporaryReceiverError;
      } finally {
        storing--;
      }
    },
  };
}
