import { sql } from "kysely";
import { z } from "zod";
import { maxSequences } from "../../../rules/sequences";
import { type Database, inAccount, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { CountRow, checkedRow, IdRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import { mustSend } from "../channels/terms";
import type { crm } from "../contract";
import type { sequenceCalls } from "../contract.sequences";
import { type CrmDeps, currentTime } from "../deps";
import { recordActor } from "../records/actor";
import { planWork } from "../sequence-state/wake";
import type { stepHandlers } from "./step-handlers";
import { findSequence, listSequences, listSteps, lockSequence } from "./store";
import { tellOfSequence } from "./tell";

type SettingCalls = Omit<typeof sequenceCalls, keyof ReturnType<typeof stepHandlers>>;

/** The calls that set sequences up. */
export function sequenceHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof SettingCalls> {
  const changing = async <T>(name: string, account: string, change: (trx: Trx) => Promise<T>): Promise<T> =>
    inAccount(db, account, change).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      const words = `There is a sequence ${name} already. Enter another name.`;
      throw new HttpError(409, words, { name: [words] });
    });

  return {
    async sequences(_, { account }) {
      const body = await readAccount(db, account, async (trx) => {
        const [data, cap] = await Promise.all([listSequences(trx, account), loadCap(trx, account)]);
        return { data, daily_cap: cap };
      });
      return { status: 200, body };
    },

    async sequence({ params: { id } }, { account }) {
      const body = await readAccount(db, account, async (trx) => ({
        ...(await findSequence(trx, account, id)),
        steps: await listSteps(trx, account, id),
      }));
      return { status: 200, body };
    },

    async addSequence({ body: { name, from, until, days } }, caller) {
      const { account } = caller;
      const added = await changing(name, account, async (trx) => {
        const id = await insertSequence(trx, account, { name, from, until, days, by: recordActor(caller).name });
        await tellOfSequence(trx, caller, id, "Sequence added", `The sequence ${name} was added.`);
        return findSequence(trx, account, id);
      });
      return { status: 201, body: added };
    },

    async updateSequence({ params: { id }, body: { name, from, until, days } }, caller) {
      const { account } = caller;
      const changed = await changing(name, account, async (trx) => {
        await lockSequence(trx, account, id);
        await sql`
          update crm.sequences set name = ${name}, from_time = ${from}, until_time = ${until}, days = ${days}::int[]
          where customer_account = ${account} and id = ${id}`.execute(trx);
        await tellOfSequence(trx, caller, id, "Sequence changed", `The sequence ${name} was changed.`);
        return findSequence(trx, account, id);
      });
      return { status: 201, body: changed };
    },

    async switchSequence({ params: { id }, body: { active } }, caller) {
      const { account } = caller;
      const changed = await inAccount(db, account, async (trx) => {
        const before = await lockSequence(trx, account, id);
        if (before.active === active) return findSequence(trx, account, id);
        const steps = await listSteps(trx, account, id);
        if (active && steps.length === 0) throw new HttpError(409, "Add a step first.");
        if (active)
          mustSend(
            caller,
            steps.map(({ kind }) => kind),
          );
        await sql`update crm.sequences set active = ${active} where customer_account = ${account} and id = ${id}`.execute(
          trx,
        );
        const action = active ? "Sequence turned on" : "Sequence turned off";
        await tellOfSequence(
          trx,
          caller,
          id,
          action,
          `The sequence ${before.name} was turned ${active ? "on" : "off"}.`,
        );
        await planWork(trx, account, currentTime(deps));
        return findSequence(trx, account, id);
      });
      return { status: 201, body: changed };
    },

    async deleteSequence({ params: { id } }, caller) {
      const { account } = caller;
      const name = await inAccount(db, account, async (trx) => {
        const before = await lockSequence(trx, account, id);
        const used = await hasRows(
          trx,
          sql`select 1 from crm.sequence_people where customer_account = ${account} and sequence_id = ${id} limit 1`,
        );
        if (used) throw new HttpError(409, "People were in it, so it can be turned off and not deleted.");
        await sql`delete from crm.sequences where customer_account = ${account} and id = ${id}`.execute(trx);
        await tellOfSequence(trx, caller, id, "Sequence deleted", `The sequence ${before.name} was deleted.`);
        return before.name;
      });
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },

    async setSequenceCap({ body: { daily_cap } }, caller) {
      const { account } = caller;
      await inAccount(db, account, async (trx) => {
        await sql`
          insert into crm.sequence_settings (customer_account, daily_cap) values (${account}, ${daily_cap})
          on conflict (customer_account) do update set daily_cap = excluded.daily_cap`.execute(trx);
        await tellOfSequence(
          trx,
          caller,
          0,
          "Sequence changed",
          `Sequences send at most ${daily_cap} messages on a day.`,
        );
      });
      return { status: 201, body: { status: 201, message: "Saved." } };
    },
  };
}

type NewSequence = { name: string; from: string; until: string; days: readonly number[]; by: string };

/** @throws HttpError 422 where there are too many */
async function insertSequence(
  trx: Trx,
  account: string,
  { name, from, until, days, by }: NewSequence,
): Promise<number> {
  const count = await checkedRow(
    trx,
    CountRow,
    sql`select count(*)::int as count from crm.sequences where customer_account = ${account}`,
  );
  if ((count?.count ?? 0) >= maxSequences)
    throw new HttpError(422, `An account has at most ${maxSequences} sequences.`);
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.sequences (customer_account, name, from_time, until_time, days, created_by)
      values (${account}, ${name}, ${from}, ${until}, ${[...days]}::int[], ${by}) returning id`,
  );
  return made?.id ?? 0;
}

const DailyCapRow = z.object({ daily_cap: z.number() });

async function loadCap(trx: Trx, account: string): Promise<number> {
  const found = await checkedRow(
    trx,
    DailyCapRow,
    sql`select coalesce((select daily_cap from crm.sequence_settings where customer_account = ${account}), 200) as daily_cap`,
    { batched: true },
  );
  return found?.daily_cap ?? 0;
}
