import { setTimeout as pause } from "node:timers/promises";
import { type Database, inAccount } from "../../kit/database";
import type { CarrierMessage } from "../connectors/carrier";
import type { SharedSenderSetting } from "../senders/shared";
import { findReceiver, storeMessages } from "./inbound";

/** Most messages of one transaction. */
const atOnce = 50;
/** Where several came at once more are on their way: they are waited for, ms. */
const moreMs = 100;

type WaitingMessage = { message: CarrierMessage; stored(): void; failed(error: unknown): void };

/**
 * Takes messages from phones. Those of an account follow one another, for each of its counts: what comes in while some are
 * stored is stored together then. Answers the account once the message is stored; undefined when nobody can be found to
 * whom it belongs.
 */
export function messageReceiver(
  database: Database,
  shared: SharedSenderSetting,
): (message: CarrierMessage) => Promise<string | undefined> {
  const waiting = new Map<string, WaitingMessage[]>();

  async function storeAll(account: string, mine: WaitingMessage[]): Promise<void> {
    while (mine.length > 0) {
      const some = mine.splice(0, atOnce);
      await storeSome(account, some);
      if (some.length > 1 && mine.length < atOnce) await pause(moreMs);
    }
    waiting.delete(account);
  }

  /** One that can't be stored keeps no other one back. */
  async function storeSome(account: string, some: readonly WaitingMessage[]): Promise<void> {
    const store = (these: readonly WaitingMessage[]) =>
      inAccount(database.db, account, (trx) =>
        storeMessages(
          trx,
          account,
          these.map(({ message }) => message),
        ),
      );
    try {
      await store(some);
      for (const { stored } of some) stored();
    } catch (error) {
      if (some.length === 1) some[0]?.failed(error);
      else for (const one of some) await storeSome(account, [one]);
    }
  }

  return async (message) => {
    const account = await findReceiver(database, shared, message);
    if (!account) return undefined;
    await new Promise<void>((stored, failed) => {
      const one = { message, stored, failed };
      const others = waiting.get(account);
      if (others) {
        others.push(one);
        return;
      }
      const mine = [one];
      waiting.set(account, mine);
      void storeAll(account, mine);
    });
    return account;
  };
}
