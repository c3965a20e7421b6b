import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type ActivityActor, type ActivityOf, recordActivity } from "../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../kit/database";
import { encrypt } from "../kit/encryption";
import type { Person, Service } from "../kit/principal";
import { type Handlers, HttpError, type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import {
  changeApplication,
  insertApplication,
  listApplications,
  loadApplication,
  newKey,
  removeApplication,
} from "./applications";
import { webchat } from "./contract";
import type { Application } from "./contract.schemas";
import type { WebchatDeps } from "./deps";
import { listCategories, listFaqs, loadCategory, loadFaq, saveCategory, saveFaq } from "./faqs";
import { forgetVisitors } from "./visits/forget";
import { visitorsHere } from "./visits/here";

type Caller = { account: string; who: Person | Service; address: string };

/** What a sealed identity secret is bound to. */
export const boundTo = (account: string, application: number) => `${account}/${application}`;
export const identityPurpose = "webchat identity";

type Done = "added" | "changed" | "deleted";
const application = (done: Done) =>
  ({ action: `Web chat application ${done}`, subject: "webchat application" }) as const;
const question = (done: Done) => ({ action: `FAQ question ${done}`, subject: "webchat question" }) as const;
const category = (done: Done) => ({ action: `FAQ category ${done}`, subject: "webchat category" }) as const;

/** The embedded web chat service: applications and FAQs; its visitors come through visits/. */
export function webchatService(
  { db }: Database,
  deps: WebchatDeps,
  options: ServeOptions,
): ServedCalls<typeof webchat.calls> {
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);

  /** A change with its line in the activities of the account, both or neither. */
  function changing<T extends { id: number }>(
    caller: Caller,
    about: ActivityOf<"webchat application" | "webchat question" | "webchat category">,
    change: (trx: Trx) => Promise<T>,
    nameOf: (row: NoInfer<T>) => string,
  ): Promise<T> {
    return inAccount(db, caller.account, async (trx) => {
      const row = await change(trx);
      await recordActivity(trx, caller.account, actorOf(caller), {
        ...about,
        description: `${about.action}: ${nameOf(row)}`,
        subject_id: String(row.id),
      });
      return row;
    });
  }

  /** Chat learns the application's name and whether it is on. @throws HttpError 503 */
  async function tellChat(account: string, { key, name, active }: Pick<Application, "key" | "name" | "active">) {
    const answer = await deps
      .clientsOfAccount(account)
      .chat.saveInbox({ body: { channel: "webchat", ref: key, name, active } });
    if (answer.status !== 201) throw new HttpError(503, answer.body.message);
    return answer.body.id;
  }

  const nameOf = ({ name }: { name: string }) => name;
  const questionOf = ({ question }: { question: string }) => question;

  const handlers: Handlers<typeof webchat.calls> = {
    async applications(_, { account }) {
      return { status: 200, body: { data: await reading(account, (trx) => listApplications(trx, account)) } };
    },
    async application({ params }, { account }) {
      return { status: 200, body: await reading(account, (trx) => loadApplication(trx, account, params.id)) };
    },
    async createApplication({ body }, context) {
      const { account } = context;
      const key = newKey();
      // Chat first: an inbox that no application has is empty and harms nobody.
      const inbox = await tellChat(account, { key, name: body.name, active: body.active });
      const make = async (trx: Trx) =>
        loadApplication(trx, account, await insertApplication(trx, account, body, { key, inbox }));
      const data = await changing(context, application("added"), make, nameOf).catch(async (error: unknown) => {
        await tellChat(account, { key, name: body.name, active: false }).catch(() => undefined);
        throw error;
      });
      return { status: 201, body: { status: 201, message: `${data.name} was added.`, data } };
    },
    async updateApplication({ params, body }, context) {
      const { account } = context;
      const change = async (trx: Trx) => {
        await changeApplication(trx, account, params.id, body);
        return loadApplication(trx, account, params.id);
      };
      const data = await changing(context, application("changed"), change, nameOf);
      await tellChat(account, data);
      return { status: 201, body: { status: 201, message: `${data.name} was changed.`, data } };
    },
    async deleteApplication({ params }, context) {
      const { account } = context;
      const remove = (trx: Trx) => removeApplication(trx, account, params.id);
      const gone = await changing(context, application("deleted"), remove, nameOf);
      await tellChat(account, { ...gone, active: false });
      return { status: 201, body: { status: 201, message: `${gone.name} was deleted.` } };
    },
    async newIdentitySecret({ params }, context) {
      const { account } = context;
      const secret = randomBytes(32).toString("base64url");
      await inAccount(db, account, async (trx) => {
        const { name } = await loadApplication(trx, account, params.id);
        const sealed = encrypt(deps.secret, identityPurpose, boundTo(account, params.id), secret);
        await sql`
          update webchat.applications set identity_secret = ${sealed}, identity_since = now()
          where customer_account = ${account} and id = ${params.id}`.execute(trx);
        await recordActivity(trx, account, actorOf(context), {
          action: "Web chat identity secret made",
          description: `A new identity secret was made for ${name}; the previous one no longer works.`,
          subject: "webchat application",
          subject_id: String(params.id),
        });
      });
      return { status: 201, body: { status: 201, secret } };
    },

    async faqs({ query }, { account }) {
      return { status: 200, body: { data: await reading(account, (trx) => listFaqs(trx, account, query)) } };
    },
    async createFaq({ body }, context) {
      const save = (trx: Trx) => saveFaq(trx, context.account, body);
      const data = await changing(context, question("added"), save, questionOf);
      return { status: 201, body: { status: 201, message: "The question was added.", data } };
    },
    async updateFaq({ params, body }, context) {
      const save = (trx: Trx) => saveFaq(trx, context.account, body, params.id);
      const data = await changing(context, question("changed"), save, questionOf);
      return { status: 201, body: { status: 201, message: "The question was changed.", data } };
    },
    async deleteFaq({ params }, context) {
      const remove = async (trx: Trx) => {
        const gone = await loadFaq(trx, context.account, params.id);
        await sql`delete from webchat.faqs where customer_account = ${context.account} and id = ${params.id}`.execute(
          trx,
        );
        return gone;
      };
      await changing(context, question("deleted"), remove, questionOf);
      return { status: 201, body: { status: 201, message: "The question was deleted." } };
    },

    async faqCategories(_, { account }) {
      return { status: 200, body: { data: await reading(account, (trx) => listCategories(trx, account)) } };
    },
    async createFaqCategory({ body }, context) {
      const save = (trx: Trx) => saveCategory(trx, context.account, body);
      const data = await changing(context, category("added"), save, nameOf);
      return { status: 201, body: { status: 201, message: `${data.name} was added.`, data } };
    },
    async updateFaqCategory({ params, body }, context) {
      const save = (trx: Trx) => saveCategory(trx, context.account, body, params.id);
      const data = await changing(context, category("changed"), save, nameOf);
      return { status: 201, body: { status: 201, message: `${data.name} was changed.`, data } };
    },
    async deleteFaqCategory({ params }, context) {
      const remove = async (trx: Trx) => {
        const gone = await loadCategory(trx, context.account, params.id);
        await sql`
          delete from webchat.faq_categories where customer_account = ${context.account} and id = ${params.id}`.execute(
          trx,
        );
        return gone;
      };
      const { name, faqs } = await changing(context, category("deleted"), remove, nameOf);
      const many = faqs.length === 1 ? "1 question" : `${faqs.length} questions`;
      return {
        status: 201,
        body: { status: 201, message: `${name} was deleted${faqs.length > 0 ? ` with ${many}` : ""}.` },
      };
    },

    async visitorsHere({ body }, { account }) {
      return { status: 200, body: { here: await reading(account, (trx) => visitorsHere(trx, account, body)) } };
    },

    async forgetVisitors({ body }, { account }) {
      const removed = await inAccount(db, account, (trx) => forgetVisitors(trx, account, body));
      return { status: 200, body: { removed } };
    },
  };
  return serve(webchat, handlers, options);
}

function actorOf({ who, address }: Caller): ActivityActor {
  return who.kind === "person" ? { id: who.id, name: who.name, address } : "system";
}
