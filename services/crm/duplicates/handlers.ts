import { sql } from "kysely";
import { duplicateKinds } from "../../../rules/duplicates";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import type { CallContext, Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import type { duplicateCalls, PairDetail } from "../contract.duplicates";
import { recordNeeds } from "../contract.records";
import { type CrmDeps, currentTime } from "../deps";
import { mustMay, recordActor } from "../records/actor";
import { onTakenValue } from "../values/check";
import { writeMergeActivity } from "./activities";
import { lockOpenPair, mergePair } from "./merge";
import { duplicatePage, loadPair } from "./store";
import { undoMerge } from "./undo";

/** The calls about pairs that may be the same. */
export function duplicateHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof duplicateCalls> {
  /** The pair, to those who may change records of its kind. @throws HttpError 403, 404 */
  async function load(trx: Trx, caller: CallContext, id: number): Promise<PairDetail> {
    const pair = await loadPair(trx, caller.account, id, currentTime(deps));
    mustMay(caller, pair.kind);
    return pair;
  }

  return {
    async duplicates({ query }, caller) {
      const { account, who } = caller;
      const kinds = duplicateKinds.filter(
        (kind) => who?.kind !== "person" || missing(who, recordNeeds[kind]) === undefined,
      );
      return { status: 200, body: await readAccount(db, account, (trx) => duplicatePage(trx, account, kinds, query)) };
    },
    async duplicate({ params: { id } }, caller) {
      return { status: 200, body: await readAccount(db, caller.account, (trx) => load(trx, caller, id)) };
    },
    async mergeDuplicate({ params: { id }, body }, caller) {
      const merge = () => inAccount(db, caller.account, (trx) => mergePair(trx, caller, id, body));
      return { status: 201, body: await onTakenValue(merge) };
    },
    async undoMerge({ params: { id } }, caller) {
      const undo = () =>
        inAccount(db, caller.account, async (trx) => {
          await undoMerge(trx, caller, id);
          return load(trx, caller, id);
        });
      const body = await onTakenValue(undo);
      return { status: 201, body };
    },
    async keepApart({ params: { id } }, caller) {
      const body = await inAccount(db, caller.account, async (trx) => {
        await keepApart(trx, caller, id);
        return load(trx, caller, id);
      });
      return { status: 201, body };
    },
  };
}

/** Remembers that two records are not the same. @throws HttpError 403, 404, 409 */
async function keepApart(trx: Trx, caller: CallContext, id: number): Promise<void> {
  const { account } = caller;
  const { kind, first_id, second_id } = await lockOpenPair(trx, caller, id);
  await sql`
    update crm.duplicate_pairs set state = 'different', decided_by = ${recordActor(caller).name}, decided_at = now()
    where customer_account = ${account} and id = ${id}`.execute(trx);
  const description = `${kind === "lead" ? "Leads" : "Contacts"} ${first_id} and ${second_id} are not the same.`;
  await writeMergeActivity(trx, caller, { kind, deed: "apart", id: first_id, description });
}
