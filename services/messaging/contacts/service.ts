import { withAliases } from "../../../rules/access";
import type { ActivityActor } from "../../kit/activities";
import { problem, type RawBody } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import type { Person, Service } from "../../kit/principal";
import type { Handlers } from "../../kit/serve";
import { FileProblem } from "../contact-file/problem";
import { lookInWorker } from "../contact-file/run";
import type { messaging } from "../contract";
import { type contactCalls, groupTypes } from "../contract.contacts";
import type { Import } from "../contract.imports";
import { addToBlacklist, blacklistPage, nameOf, readNumbers, removeFromBlacklist } from "./blacklist";
import { startBlacklisting } from "./blacklist-import";
import { addMembers, changeMember, deleteGroup, takeOut } from "./changes";
import { findContacts } from "./find";
import type { ImportDeps } from "./import-run";
import { startImport } from "./import-start";
import { undoImport } from "./import-undo";
import { addImport, importPage, loadImport, refusedPage } from "./imports";
import { forgetAfter } from "./jobs";
import { findMember, memberPage } from "./members";
import { allGroups, createGroup, groupPage, loadGroup, renameGroup } from "./store";
import { badFile, maxBytes, removeUpload, storeUpload } from "./uploads";

export type ContactDeps = ImportDeps;

const noGroup = "There is no such contact group.";
const noImport = "There is no such import.";

/** The product that makes a type of group useful. */
const productOf = { sms: "SMS", email: "Email", airtime: "Airtime" } as const;

/** The contacts half of the messaging service: groups, contacts, imports and the blacklist. */
export function contactHandlers(
  database: Database,
  deps: ContactDeps,
): Pick<Handlers<typeof messaging.calls>, keyof typeof contactCalls> {
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(database.db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(database.db, account, work);
  const importAfter = async (account: string, id: number, change: (trx: Trx) => Promise<void>) => {
    const after = await inside(account, async (trx) => {
      await change(trx);
      return loadImport(trx, account, id);
    });
    return after ? { status: 201 as const, body: after } : problem(404, noImport);
  };

  /** A file that was sent, looked at and stored as an import; then what is to be done with it, in the same transaction. */
  async function received(
    account: string,
    stream: RawBody,
    by: string,
    then: (trx: Trx, id: number) => Promise<void>,
  ): Promise<Import> {
    const file = await storeUpload(deps.dataDir, account, stream);
    try {
      const look = await lookInWorker(`${deps.dataDir}/${file.path}`, {
        limits: { bytes: maxBytes },
        ...(deps.workerUrl ? { workerUrl: deps.workerUrl } : {}),
      });
      return await inside(account, async (trx) => {
        const added = await addImport(trx, account, file, look, by);
        const at = new Date(Date.now() + forgetAfter * 3_600_000);
        await sendLater(trx, "messaging.forget-upload", { account, import_id: added.id }, { at });
        await then(trx, added.id);
        return (await loadImport(trx, account, added.id)) ?? added;
      });
    } catch (error) {
      await removeUpload(deps.dataDir, file.path);
      throw error instanceof FileProblem ? badFile(error.message) : error;
    }
  }

  return {
    async types(_, { who }) {
      const held = who.products ? withAliases(who.products) : undefined;
      return { status: 200, body: { data: groupTypes.filter((type) => held?.has(productOf[type]) ?? true) } };
    },

    async groups({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => groupPage(trx, account, query)) };
    },

    async allGroups({ query }, { account }) {
      const types = query.type.split(",").map((type) => type.trim());
      return { status: 200, body: { data: await reading(account, (trx) => allGroups(trx, account, types)) } };
    },

    async group({ params }, { account }) {
      const found = await reading(account, (trx) => loadGroup(trx, account, params.id));
      return found ? { status: 200, body: found } : problem(404, noGroup);
    },

    async createGroup({ body }, { account }) {
      return { status: 201, body: await inside(account, (trx) => createGroup(trx, account, body)) };
    },

    async renameGroup({ params, body }, { account }) {
      return { status: 201, body: await inside(account, (trx) => renameGroup(trx, account, params.id, body.name)) };
    },

    async deleteGroup({ params }, { account }) {
      const name = await inside(account, (trx) => deleteGroup(trx, account, params.id));
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },

    async contacts({ params, query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => memberPage(trx, account, params.id, query)) };
    },

    async contact({ params }, { account }) {
      const found = await reading(account, (trx) => findMember(trx, account, params.id, params.contact_id));
      return found ? { status: 200, body: found } : problem(404, "There is no such contact in this group.");
    },

    async findContacts({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => findContacts(trx, account, query.q, query.limit)) };
    },

    async addContacts({ body }, { account }) {
      return {
        status: 201,
        body: await inside(account, (trx) => addMembers(trx, account, body.group_id, body.contacts, body.existing)),
      };
    },

    async updateContact({ params, body }, { account }) {
      return { status: 201, body: await inside(account, (trx) => changeMember(trx, account, params.id, body)) };
    },

    async deleteContact({ params }, { account }) {
      await inside(account, (trx) => takeOut(trx, account, params.id, params.contact_id));
      return { status: 201, body: { status: 201, message: "The contact was removed from the group." } };
    },

    async templateTypes() {
      return { status: 200, body: { data: [{ type: "contacts", columns: ["phone", "name", "email"] }] } };
    },

    async upload({ stream }, { account, who }) {
      return { status: 201, body: await received(account, stream, nameOf(actorOf({ who })), async () => undefined) };
    },

    async imports({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => importPage(trx, account, query)) };
    },

    async import({ params }, { account }) {
      const found = await reading(account, (trx) => loadImport(trx, account, params.id));
      return found ? { status: 200, body: found } : problem(404, noImport);
    },

    async startImport({ params, body }, { account, who }) {
      const user = who.kind === "person" ? who.id : null;
      return importAfter(account, params.id, (trx) => startImport(trx, account, params.id, body, user));
    },

    async undoImport({ params }, caller) {
      const { account } = caller;
      return importAfter(account, params.id, (trx) => undoImport(trx, account, params.id, actorOf(caller)));
    },

    async refusedRows({ params, query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => refusedPage(trx, account, params.id, query)) };
    },

    async blacklist({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => blacklistPage(trx, account, query)) };
    },

    async addToBlacklist({ body }, caller) {
      const { account } = caller;
      const { msisdns, refused } = readNumbers(body.phones);
      const said = { reason: body.reason, by: actorOf(caller) };
      const added = await inside(account, (trx) => addToBlacklist(trx, account, msisdns, said));
      return { status: 201, body: { added, already: msisdns.length - added, refused } };
    },

    async importBlacklist({ stream }, caller) {
      const { account } = caller;
      const by = actorOf(caller);
      const body = await received(account, stream, nameOf(by), (trx, id) => startBlacklisting(trx, account, id, by));
      return { status: 201, body };
    },

    async removeFromBlacklist({ params }, caller) {
      const { account } = caller;
      const removed = await inside(account, (trx) => removeFromBlacklist(trx, account, params.id, actorOf(caller)));
      if (!removed) return problem(404, "This number is not on the blacklist.");
      return { status: 201, body: { status: 201, message: "The number was taken off the blacklist." } };
    },
  };
}

function actorOf({ who, address }: { who: Person | Service; address?: string }): ActivityActor {
  if (who.kind !== "person") return "system";
  return { id: who.id, name: who.name, ...(address && { address }) };
}
