import type { ActionOn } from "../../../rules/audit";
import { activityActor, recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { Template, templateCalls } from "../contract.templates";
import { renderFor } from "./render";
import { createTemplate, deleteTemplate, loadTemplate, noTemplate, templatePage, updateTemplate } from "./store";

type Caller = { account: string; who: Person | Service; address: string };

/** The template calls of the messaging service. Every change is in the activities of the account. */
export function templateHandlers({ db }: Database): Pick<Handlers<typeof messaging.calls>, keyof typeof templateCalls> {
  function changing(
    caller: Caller,
    action: ActionOn<"template">,
    change: (trx: Trx) => Promise<Template>,
  ): Promise<Template> {
    return inAccount(db, caller.account, async (trx) => {
      const template = await change(trx);
      const subject = { subject: "template", subject_id: String(template.id) } as const;
      const description = `${action}: ${template.name} (${template.channel})`;
      await recordActivity(trx, caller.account, activityActor(caller), { action, description, ...subject });
      return template;
    });
  }

  return {
    async templates({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => templatePage(trx, account, query)) };
    },
    async template({ params }, { account }) {
      const found = await readAccount(db, account, (trx) => loadTemplate(trx, account, params.id));
      return found ? { status: 200, body: found } : problem(404, noTemplate);
    },
    async renderTemplate({ params, query }, { account }) {
      return readAccount(db, account, async (trx) => {
        const template = await loadTemplate(trx, account, params.template_id);
        if (template?.channel !== params.channel) return problem(404, noTemplate);
        const asked = { contact: params.contact_id, language: query.language };
        const rendered = await renderFor(trx, account, template, asked);
        return rendered ? { status: 200 as const, body: rendered } : problem(404, "There is no such contact.");
      });
    },
    async createTemplate({ body }, context) {
      const by = context.who.kind === "person" ? context.who.name : "";
      const made = (trx: Trx) => createTemplate(trx, context.account, body, by);
      return { status: 201, body: await changing(context, "Template created", made) };
    },
    async updateTemplate({ params, body }, context) {
      const changed = (trx: Trx) => updateTemplate(trx, context.account, params.id, body);
      return { status: 201, body: await changing(context, "Template changed", changed) };
    },
    async deleteTemplate({ params }, context) {
      const gone = (trx: Trx) => deleteTemplate(trx, context.account, params.id);
      const { name } = await changing(context, "Template deleted", gone);
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },
  };
}
