import type { ActionOn } from "../../../rules/audit";
import { type Block, pictureFiles } from "../../../rules/email-blocks";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { CallContext, Handlers } from "../../kit/serve";
import type { email } from "../contract";
import type { EmailTemplate } from "../contract.schemas";
import type { EmailDeps } from "../deps";
import { compileEmail } from "./compile";
import { keepFiles, maxMailBytes, withPictures } from "./files";
import { filler } from "./fill";
import { deleteTemplate, insertTemplate, loadTemplate, templatePage, updateTemplate } from "./store";

type TemplateHandlers = Pick<
  Handlers<typeof email.calls>,
  "templates" | "template" | "createTemplate" | "updateTemplate" | "deleteTemplate" | "renderTemplate"
>;
type Caller = Pick<CallContext, "account" | "who" | "address">;
type Form = Omit<EmailTemplate, "id" | "fields" | "created_by" | "created_at" | "updated_at">;

/** What a preview is filled with, where a field has no sample of its own. */
const samples: Record<string, string> = {
  name: "Wanjiru Kamau",
  first_name: "Wanjiru",
  last_name: "Kamau",
  email: "wanjiru@example.com",
  phone: "+254712345678",
  town: "Nairobi",
};

/** The calls about templates. Every change is in the activities of the account. */
export function templateHandlers({ db }: Database, deps: EmailDeps): TemplateHandlers {
  function changing(caller: Caller, action: ActionOn<"email template">, change: (trx: Trx) => Promise<EmailTemplate>) {
    return inAccount(db, caller.account, async (trx) => {
      const template = await change(trx);
      await recordActivity(trx, caller.account, activityActor(caller), {
        ...{ action, description: `${action}: ${template.name}`, subject: "email template" },
        subject_id: String(template.id),
      });
      return template;
    });
  }

  async function compiled(account: string, form: Form): Promise<string> {
    const blocks = form.blocks as Block[];
    await keepFiles(deps, account, { pictures: pictureFiles(blocks), files: [], maxBytes: maxMailBytes.bulk });
    return (await compileEmail({ ...form, blocks })).html;
  }

  return {
    async templates({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => templatePage(trx, account, query)) };
    },
    async template({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadTemplate(trx, account, params.id)) };
    },
    async createTemplate({ body }, caller) {
      const { account, who } = caller;
      const saved = { form: body, html: await compiled(account, body), by: who.kind === "person" ? who.name : "" };
      const made = await changing(caller, "Email template created", (trx) => insertTemplate(trx, account, saved));
      return { status: 201, body: made };
    },
    async updateTemplate({ params, body }, caller) {
      const { account } = caller;
      const saved = { form: body, html: await compiled(account, body) };
      const changed = await changing(caller, "Email template changed", (trx) =>
        updateTemplate(trx, account, params.id, saved),
      );
      return { status: 201, body: changed };
    },
    async deleteTemplate({ params }, caller) {
      const { name } = await changing(caller, "Email template deleted", (trx) =>
        deleteTemplate(trx, caller.account, params.id),
      );
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },
    async renderTemplate({ params }, { account }) {
      const template = await readAccount(db, account, (trx) => loadTemplate(trx, account, params.id));
      const content = await compileEmail({ ...template, blocks: template.blocks as Block[] });
      const values = Object.fromEntries(content.fields.map((field) => [field, samples[field] ?? field]));
      const { subject, html, text } = filler(content, {})(values, "");
      const page = await withPictures(deps, account, html, content.pictures);
      return { status: 200, body: { subject, html: page, text, to: samples.email ?? "", missing: [] } };
    },
  };
}
