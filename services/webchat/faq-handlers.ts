import { sql } from "kysely";
import { type Database, readAccount, type Trx } from "../kit/database";
import type { Handlers } from "../kit/serve";
import type { webchat } from "./contract";
import { listCategories, listFaqs, loadCategory, loadFaq, saveCategory, saveFaq } from "./faqs";
import { type Done, recordChange } from "./record-change";

const question = (done: Done) => ({ action: `FAQ question ${done}`, subject: "webchat question" }) as const;

const category = (done: Done) => ({ action: `FAQ category ${done}`, subject: "webchat category" }) as const;

/** The calls about frequently asked questions and their categories. */
export function faqHandlers({
  db,
}: Database): Pick<
  Handlers<typeof webchat.calls>,
  | "faqs"
  | "createFaq"
  | "updateFaq"
  | "deleteFaq"
  | "faqCategories"
  | "createFaqCategory"
  | "updateFaqCategory"
  | "deleteFaqCategory"
> {
  const nameOf = ({ name }: { name: string }) => name;
  const questionOf = ({ question }: { question: string }) => question;

  return {
    async faqs({ query }, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listFaqs(trx, account, query)) } };
    },

    async createFaq({ body }, context) {
      const save = (trx: Trx) => saveFaq(trx, context.account, body);
      const data = await recordChange(db, context, question("added"), save, questionOf);
      return { status: 201, body: { status: 201, message: "The question was added.", data } };
    },

    async updateFaq({ params, body }, context) {
      const save = (trx: Trx) => saveFaq(trx, context.account, body, params.id);
      const data = await recordChange(db, context, question("changed"), save, questionOf);
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
      await recordChange(db, context, question("deleted"), remove, questionOf);
      return { status: 201, body: { status: 201, message: "The question was deleted." } };
    },

    async faqCategories(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listCategories(trx, account)) } };
    },

    async createFaqCategory({ body }, context) {
      const save = (trx: Trx) => saveCategory(trx, context.account, body);
      const data = await recordChange(db, context, category("added"), save, nameOf);
      return { status: 201, body: { status: 201, message: `${data.name} was added.`, data } };
    },

    async updateFaqCategory({ params, body }, context) {
      const save = (trx: Trx) => saveCategory(trx, context.account, body, params.id);
      const data = await recordChange(db, context, category("changed"), save, nameOf);
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
      const { name, faqs } = await recordChange(db, context, category("deleted"), remove, nameOf);
      const many = faqs.length === 1 ? "1 question" : `${faqs.length} questions`;
      return {
        status: 201,
        body: { status: 201, message: `${name} was deleted${faqs.length > 0 ? ` with ${many}` : ""}.` },
      };
    },
  };
}
