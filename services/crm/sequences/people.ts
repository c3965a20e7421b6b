import { sql } from "kysely";
import { z } from "zod";
import { kindWords } from "../../../rules/crm";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { missing } from "../../kit/principal";
import { checkedRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import { keepBulkChange } from "../bulk-changes/store";
import { loadTerms, loadZone, mustSend } from "../channels/terms";
import type { crm } from "../contract";
import { type SequenceKind, sequenceKinds } from "../contract.enrolment";
import { recordNeeds } from "../contract.records";
import { type CrmDeps, currentTime } from "../deps";
import { mustMay, recordActor } from "../records/actor";
import { type EnrolledSequence, enrolRecords, listAddressees } from "./enrol";
import { pausePerson } from "./pause";
import { listEnrollable, planFor, sumCosts } from "./plan";
import { findSequence, findSequencePerson, listOfRecord, listSteps, lockSequence, peoplePage } from "./store";
import { takeOutPerson } from "./take-out";
import { tellOfSequence } from "./tell";

type PeopleCall =
  | "sequencePeople"
  | "planSequence"
  | "priceSequence"
  | "enrol"
  | "takeOut"
  | "pauseSequencePerson"
  | "recordSequences";

const KindRow = z.object({ kind: z.enum(sequenceKinds) });

/** The calls of who is in a sequence. */
export function peopleHandlers({ db }: Database, deps: CrmDeps): Pick<Handlers<typeof crm.calls>, PeopleCall> {
  /** A sequence as it is now, for whoever is put in. @throws HttpError 404, 503 */
  async function loadWhole(account: string, id: number): Promise<EnrolledSequence & { active: boolean }> {
    const found = await readAccount(db, account, async (trx) => ({
      ...(await findSequence(trx, account, id)),
      steps: await listSteps(trx, account, id),
    }));
    const { name, active, from, until, days, steps } = found;
    return { id, name, active, hours: { from, until, days }, zone: await loadZone(deps, account), steps };
  }

  return {
    async sequencePeople({ params: { id }, query }, caller) {
      const { account } = caller;
      const body = await readAccount(db, account, async (trx) => {
        await findSequence(trx, account, id);
        return peoplePage(trx, account, id, query, kindsFor(caller));
      });
      return { status: 200, body };
    },

    async planSequence({ params: { id }, body: { type, record } }, caller) {
      const { account } = caller;
      mustMay(caller, type);
      const whole = await loadWhole(account, id);
      const [found] = await readAccount(db, account, (trx) =>
        listAddressees(trx, account, { kind: type, ids: [record] }),
      );
      if (!found) throw new HttpError(404, `There is no such ${kindWords[type][0]}.`);
      const terms = await loadTerms(deps, account, whole.steps, [found]);
      const plan = await readAccount(db, account, (trx) =>
        planFor(trx, account, whole, { record: found, terms, now: currentTime(deps) }),
      );
      return { status: 200, body: plan };
    },

    async priceSequence({ params: { id }, body: { type, records: ids } }, caller) {
      const { account } = caller;
      mustMay(caller, type);
      const { steps } = await loadWhole(account, id);
      const able = await readAccount(db, account, (trx) => listEnrollable(trx, account, steps, { kind: type, ids }));
      const terms = await loadTerms(deps, account, steps, able);
      return { status: 200, body: { records: able.length, ...sumCosts(steps, able, terms) } };
    },

    async enrol({ params: { id }, body: { type, records } }, caller) {
      const { account } = caller;
      mustMay(caller, type);
      const { zone } = await loadWhole(account, id);
      const outcome = await inAccount(db, account, async (trx) => {
        await lockSequence(trx, account, id);
        const { name, active, from, until, days } = await findSequence(trx, account, id);
        const steps = await listSteps(trx, account, id);
        if (!active) throw new HttpError(409, `The sequence ${name} is off. Turn it on first.`);
        mustSend(
          caller,
          steps.map(({ kind }) => kind),
        );
        const whole = { id, name, hours: { from, until, days }, zone, steps };
        const given = { kind: type, ids: records, by: recordActor(caller), now: currentTime(deps) };
        const done = await enrolRecords(trx, account, whole, given);
        const count = done.added.length;
        if (count > 0)
          await tellOfSequence(
            trx,
            caller,
            id,
            "Sequence begun",
            `${count} ${kindWords[type][count === 1 ? 0 : 1]} began the sequence ${name}.`,
          );
        const after = { sequence_id: id };
        const kept = { kind: type, what: "sequence", by: given.by.name, now: given.now } as const;
        const put = done.added.map((record) => ({ id: record, before: {}, after }));
        return { ...done, change_id: await keepBulkChange(trx, account, kept, put) };
      });
      return { status: 201, body: outcome };
    },

    async takeOut({ params: { id } }, caller) {
      const { account } = caller;
      const ended = await inAccount(db, account, async (trx) => {
        await takeOutPerson(trx, caller, id, currentTime(deps));
        return findSequencePerson(trx, account, id);
      });
      return { status: 201, body: ended };
    },

    async pauseSequencePerson({ params: { id }, body: { paused } }, caller) {
      const now = currentTime(deps);
      const body = await inAccount(db, caller.account, (trx) => pausePerson(trx, caller, id, { paused, now }));
      return { status: 201, body };
    },

    async recordSequences({ params: { id } }, caller) {
      const { account } = caller;
      const data = await readAccount(db, account, async (trx) => {
        const found = await checkedRow(
          trx,
          KindRow,
          sql`select kind from crm.records where customer_account = ${account} and id = ${id} and kind <> 'deal'`,
        );
        if (!found) throw new HttpError(404, "There is no such record.");
        mustMay(caller, found.kind);
        return listOfRecord(trx, account, id);
      });
      return { status: 200, body: { data } };
    },
  };
}

function kindsFor({ who }: CallContext): SequenceKind[] {
  return sequenceKinds.filter((kind) => who.kind !== "person" || missing(who, recordNeeds[kind]) === undefined);
}
