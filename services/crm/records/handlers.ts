import type { z } from "zod";
import { dayIn } from "../../../rules/calendar";
import type { RecordKind } from "../../../rules/crm";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import { loadZone } from "../channels/terms";
import type { crm } from "../contract";
import type { RecordDetail, RecordForm } from "../contract.records";
import { type CrmDeps, currentTime } from "../deps";
import { findKept } from "../pairs/kept";
import { onTakenValue, readGivenValues } from "../values/check";
import { firstOwner, mustMay, recordActor } from "./actor";
import { assignRecord, changeRecord, createRecord, moveRecord, type RecordActor, type RecordMove } from "./changes";
import { convertLead, undoConversion } from "./convert";
import { type RecordDeed, writeRecordActivity } from "./deeds";
import { notifyManager } from "./given";
import { findManagerFor, listManagers } from "./managers";
import { listMatches, loadPipeline, loadRecord, type RecordQuery, recordPage } from "./store";

type Calls =
  | "leads"
  | "lead"
  | "leadPipeline"
  | "createLead"
  | "moveLead"
  | "crmContacts"
  | "crmContact"
  | "createCrmContact"
  | "moveContact"
  | "deals"
  | "deal"
  | "dealPipeline"
  | "createDeal"
  | "moveDeal"
  | "updateContactDetails"
  | "setSalesManager"
  | "salesManagers";
type ConversionCalls = "convertLead" | "conversionMatches" | "undoConversion";

type NewForm = z.output<typeof RecordForm> & { contact_id?: number | null; pipeline_id?: number | null };
/** The calls of leads, contacts and deals. Every change is in the record's history and in the activities of the account. */
export function recordHandlers({ db }: Database, deps: CrmDeps): Pick<Handlers<typeof crm.calls>, Calls> {
  /** Makes a change and answers the record as it is then. `change` says what was done; nothing: nothing was. */
  function changing(
    caller: CallContext,
    kind: RecordKind,
    change: (trx: Trx, by: RecordActor) => Promise<{ id: number; done?: RecordDeed | undefined }>,
  ): Promise<RecordDetail> {
    const { account } = caller;
    return onTakenValue(() =>
      inAccount(db, account, async (trx) => {
        const { id, done } = await change(trx, recordActor(caller));
        const found = await loadRecord(trx, account, kind, id, currentTime(deps));
        if (done) await writeRecordActivity(trx, caller, kind, id, done);
        return found;
      }),
    );
  }

  const create = (caller: CallContext, kind: RecordKind, { custom, ...form }: NewForm) =>
    changing(caller, kind, async (trx, by) => {
      const { values } = await readGivenValues(trx, caller.account, { kind, id: null, before: {} }, custom);
      const id = await createRecord(trx, caller.account, kind, { ...form, custom: values }, by, firstOwner(caller));
      return { id, done: { deed: "added", what: "was added." } };
    });

  const move = (caller: CallContext, kind: RecordKind, id: number, to: RecordMove) =>
    changing(caller, kind, async (trx, by) => {
      const stage = await moveRecord(trx, caller.account, kind, id, to, by);
      return { id, done: stage === undefined ? undefined : { deed: "moved", what: `is in ${stage} now.` } };
    });

  async function readPage(kind: RecordKind, query: RecordQuery, account: string) {
    const { made_from, made_until, ended_from, ended_until } = query;
    // Days need the account's clock; the list without them asks nobody.
    const dated = made_from ?? made_until ?? ended_from ?? ended_until;
    const at = { now: currentTime(deps), zone: dated === undefined ? "UTC" : await loadZone(deps, account) };
    const body = await readAccount(db, account, (trx) => recordPage(trx, account, kind, query, at));
    return { status: 200 as const, body };
  }

  /** The address of a record that was merged leads to the one that was kept. */
  const one = async (kind: RecordKind, id: number, account: string) => ({
    status: 200 as const,
    body: await readAccount(db, account, async (trx) => {
      const load = (which: number) => loadRecord(trx, account, kind, which, currentTime(deps));
      return load(id).catch(async (error: unknown) => {
        const kept = error instanceof HttpError ? await findKept(trx, account, { kind, id }) : undefined;
        if (kept === undefined) throw error;
        return load(kept);
      });
    }),
  });

  const pipeline = async (kind: RecordKind, query: Parameters<typeof loadPipeline>[3], account: string) => ({
    status: 200 as const,
    body: {
      stages: await readAccount(db, account, (trx) => loadPipeline(trx, account, kind, query, currentTime(deps))),
    },
  });

  return {
    leads: ({ query }, { account }) => readPage("lead", query, account),
    crmContacts: ({ query }, { account }) => readPage("contact", query, account),
    deals: ({ query }, { account }) => readPage("deal", query, account),
    lead: ({ params }, { account }) => one("lead", params.id, account),
    crmContact: ({ params }, { account }) => one("contact", params.id, account),
    deal: ({ params }, { account }) => one("deal", params.id, account),
    leadPipeline: ({ query }, { account }) => pipeline("lead", query, account),
    dealPipeline: ({ query }, { account }) => pipeline("deal", query, account),
    createLead: async ({ body }, caller) => ({ status: 201, body: await create(caller, "lead", body) }),
    createCrmContact: async ({ body }, caller) => ({ status: 201, body: await create(caller, "contact", body) }),
    createDeal: async ({ body }, caller) => ({ status: 201, body: await create(caller, "deal", body) }),
    moveLead: async ({ params, body }, caller) => ({
      status: 201,
      body: await move(caller, "lead", params.lead_id, body),
    }),
    moveContact: async ({ params, body }, caller) => ({
      status: 201,
      body: await move(caller, "contact", params.contact_id, body),
    }),
    async moveDeal({ body: { deal_id, ...to } }, caller) {
      const won_on = to.won_on ?? dayIn(await loadZone(deps, caller.account), currentTime(deps));
      return { status: 201, body: await move(caller, "deal", deal_id, { ...to, won_on }) };
    },
    async salesManagers(_, { account }) {
      return { status: 200, body: { data: await listManagers(deps, account) } };
    },
    async updateContactDetails({ params: { id }, body: { type, ...form } }, caller) {
      mustMay(caller, type);
      const changed = await changing(caller, type, async (trx, by) => {
        const changes = await changeRecord(trx, caller.account, type, id, form, by);
        const fields = changes.map(({ field }) => field.toLowerCase()).join(", ");
        return { id, done: changes.length > 0 ? { deed: "changed", what: `was changed: ${fields}.` } : undefined };
      });
      return { status: 201, body: changed };
    },
    async setSalesManager({ params: { id }, body }, caller) {
      const { type, sales_manager_id } = body;
      mustMay(caller, type);
      const to =
        sales_manager_id === null
          ? { id: null, name: "" }
          : await findManagerFor(deps, caller.account, sales_manager_id, type);
      const given = await changing(caller, type, async (trx, by) => {
        const before = await assignRecord(trx, caller.account, type, id, to, by);
        if (before) await notifyManager(trx, caller.account, before, { to, by, key: `${id}:${before.version}` });
        const what = to.id === null ? "has no sales manager now." : `was given to ${to.name}.`;
        return { id, done: before && { deed: "assigned", what } };
      });
      return { status: 201, body: given };
    },
  };
}

/** Making contacts and deals of leads, and back. */
export function conversionHandlers({ db }: Database, deps: CrmDeps): Pick<Handlers<typeof crm.calls>, ConversionCalls> {
  return {
    async convertLead({ body }, caller) {
      mustMay(caller, "contact");
      const convert = () => inAccount(db, caller.account, (trx) => convertLead(trx, caller, body));
      return { status: 201, body: await onTakenValue(convert) };
    },
    async conversionMatches({ params }, caller) {
      mustMay(caller, "contact");
      const { account } = caller;
      const data = await readAccount(db, account, (trx) => listMatches(trx, account, params.id, currentTime(deps)));
      return { status: 200, body: { data } };
    },
    async undoConversion({ params: { id } }, caller) {
      mustMay(caller, "contact");
      const { account } = caller;
      const undo = () =>
        inAccount(db, account, async (trx) => {
          await undoConversion(trx, caller, id);
          return loadRecord(trx, account, "lead", id, currentTime(deps));
        });
      const lead = await onTakenValue(undo);
      return { status: 201, body: lead };
    },
  };
}
