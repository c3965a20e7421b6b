import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { type ColleagueRow, listAgents } from "../agents/availability";
import { claimFreeAgent, freeAgents, releaseClaim, ringClaimSeconds } from "../agents/claims";
import { openPassword } from "../agents/secret";
import { systemActor, type VoiceContext } from "../workspace/context";
import { abandonQueueCall, insertQueueCall } from "./store";

/** A customer who waits: the number that they called, and the PBX's name of the call. */
export type QueuedCall = { number: string; reference: string };

/** What a PBX asks of the call centre, and tells it: the interface that a driver is written against. */
export type PbxDirectory = {
  /** The password of an extension; undefined when nobody has it. */
  findPassword(exten: string): Promise<string | undefined>;
  /** A customer calls one of our numbers and waits. False: the number is nobody's. */
  enqueue(call: { number: string; from: string; reference: string }): Promise<boolean>;
  /**
   * The extension that is rung for a customer who waits, of the agent who has been idle for longest; undefined: there is
   * none now. No other call has the agent until `release`, or until the phone tells of the call's end.
   */
  claim(call: QueuedCall, isReachable: (exten: string) => boolean): Promise<string | undefined>;
  /** The extension did not answer. */
  release(call: QueuedCall): Promise<void>;
  /** The caller hung up before anybody answered. */
  abandon(call: QueuedCall): Promise<void>;
};

const SecretRow = z.object({ secret: z.instanceof(Buffer) });

const NumberRow = z.object({ id: z.number(), queue: z.string() });

export function pbxDirectory(service: VoiceContext): PbxDirectory {
  const { database, read, change, deps, now } = service;
  const accountOf = (kind: "extension" | "number", name: string) => findAccount(database, kind, name);

  return {
    async findPassword(exten) {
      const account = await accountOf("extension", exten);
      if (!account) return undefined;
      const [found] = await read(account, (trx) =>
        checkedRows(
          trx,
          SecretRow,
          sql`select secret from voice.extensions
            where customer_account = ${account} and exten = ${exten} and state = 'approved'`,
        ),
      );
      return found && openPassword(deps.secret, account, exten, found.secret);
    },

    async enqueue({ number, from, reference }) {
      const account = await accountOf("number", number);
      if (!account) return false;
      await change(account, systemActor, async (unit) => {
        const own = await checkedRow(
          unit.trx,
          NumberRow,
          sql`select id, queue from voice.numbers where customer_account = ${account} and phone_number = ${number}
            and deleted_at is null and 'inbound' = any(modes)`,
        );
        const call = { reference, phoneNumber: from, numberId: own?.id ?? null, queue: own?.queue ?? "" };
        const id = await insertQueueCall(unit, call);
        unit.events.push({ kind: "voice.call", body: { id, status: "Waiting", user: null, to: [] } });
      });
      return true;
    },

    async claim({ number, reference }, isReachable) {
      const account = await accountOf("number", number);
      if (!account) return undefined;
      const mayTake = ({ exten }: ColleagueRow) => isReachable(exten);
      const agents = await read(account, (trx) => listAgents(trx, account, now()));
      if (freeAgents(agents, mayTake).length === 0) return undefined;
      const claim = { reference, seconds: ringClaimSeconds };
      const agent = await change(account, systemActor, (unit) => claimFreeAgent(unit, claim, mayTake));
      return agent?.exten;
    },

    async release({ number, reference }) {
      const account = await accountOf("number", number);
      if (account) await change(account, systemActor, (unit) => releaseClaim(unit, reference));
    },

    async abandon({ number, reference }) {
      const account = await accountOf("number", number);
      if (account) await change(account, systemActor, (unit) => abandonQueueCall(unit, reference));
    },
  };
}

const CustomerAccountRow = z.object({ customer_account: z.string() });

/** Whose an extension or a number is. */
export async function findAccount(
  { db }: Database,
  kind: "extension" | "number",
  name: string,
): Promise<string | undefined> {
  const row = await checkedRow(
    db,
    CustomerAccountRow,
    sql`
    select customer_account from voice.directory where kind = ${kind} and name = ${name}`,
  );
  return row?.customer_account;
}
