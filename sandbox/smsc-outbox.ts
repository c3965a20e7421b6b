import { fifo } from "../services/connectors/smpp/fifo";
import type { Body } from "../services/connectors/smpp/pdu";

type Item = { body: Body; stored(): void };

/** One bound connection that takes deliver_sm. */
export type Receiver = { flying: Map<number, Item>; request(body: Body): number };

export type Outbox = ReturnType<typeof outbox>;

/**
 * What a message centre owes one customer: receipts and messages, kept until a bound connection has said that they are
 * stored. What was in flight when a connection broke, or was refused, is sent again, as real centres do.
 */
export function outbox(options: { window: number; again(run: () => void): void }) {
  const waiting = fifo<Item>();
  const returned = fifo<Item>();
  const receivers = new Set<Receiver>();

  function pump(): void {
    for (const receiver of receivers) {
      while (receiver.flying.size < options.window) {
        const item = returned.shift() ?? waiting.shift();
        if (!item) return;
        receiver.flying.set(receiver.request(item.body), item);
      }
    }
  }

  return {
    /** Resolves when the customer has acknowledged it. */
    push(body: Body): Promise<void> {
      return new Promise((resolve) => {
        waiting.push({ body, stored: resolve });
        pump();
      });
    },
    attach(receiver: Receiver): void {
      receivers.add(receiver);
      pump();
    },
    detach(receiver: Receiver): void {
      receivers.delete(receiver);
      for (const item of receiver.flying.values()) returned.push(item);
      receiver.flying.clear();
      pump();
    },
    /** True when the item is acknowledged, so that it can be counted. */
    answer(receiver: Receiver, sequence: number, commandStatus: number): boolean {
      const item = receiver.flying.get(sequence);
      if (!item) return false;
      receiver.flying.delete(sequence);
      if (commandStatus === 0) {
        item.stored();
      } else {
        options.again(() => {
          returned.push(item);
          pump();
        });
      }
      pump();
      return commandStatus === 0;
    },
    waiting: () => waiting.size() + returned.size(),
  };
}
