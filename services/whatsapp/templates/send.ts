import { sql } from "kysely";
import { isMediaLink, mediaKey } from "../../../rules/whatsapp/header-files";
import {
  headerFormat,
  renderedText,
  renderTemplate,
  sendComponents,
  type TemplateValues,
  templateVariables,
} from "../../../rules/whatsapp/templates";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { whatsapp } from "../contract";
import type { WhatsappDeps } from "../deps";
import { takeHeaderFile } from "../header-file";
import { connectedNumbers } from "../numbers/connected";
import { noteWritten, reservePrice } from "./charge";
import { noTemplate } from "./handlers";
import { settleCharges } from "./settle";
import { type KeptTemplate, loadTemplate } from "./store";

type SendTemplate = Handlers<typeof whatsapp.calls>["sendTemplate"];

function refused(message: string): { status: 406; body: { status: number; message: string } } {
  return { status: 406, body: { status: 406, message } };
}

/** What is missing before a template can be sent, in words; undefined: nothing. */
function missingValue({ components }: KeptTemplate, values: TemplateValues, file: boolean): string | undefined {
  const wanted = templateVariables(components).filter(({ key }) => !(file && key === mediaKey));
  const empty = wanted.find(({ key }) => !values[key]);
  if (empty?.key === mediaKey) return `Choose the ${empty.name} first, or give a link to it.`;
  if (empty) return `Fill in {{${empty.name}}} in the ${empty.where} first.`;
  if (values[mediaKey] && !isMediaLink(values[mediaKey])) return "The link in the header begins with https://.";
  return undefined;
}

/**
 * An agent writes with a template into the conversation that they answer; chat carries it like any message. Its price is
 * reserved first.
 */
export function templateSender(database: Database, deps: WhatsappDeps): SendTemplate {
  const { db } = database;
  return async ({ params, body }, { account, who }) => {
    const { contact_id, request_id, file_id } = body;
    const { chat } = deps.clientsOfAccount(account);
    const template = await readAccount(db, account, (trx) => loadTemplate(trx, account, params.id));
    if (!template) return problem(404, noTemplate);
    if (template.unusable) return refused(template.unusable);
    const found = await chat.contact({ params: { id: contact_id } });
    if (found.status !== 200) return problem(404, "There is no such conversation.");
    const { contact } = found.body;
    const me = who.kind === "person" ? { id: who.id, name: who.name } : { id: null, name: "" };
    if (!contact.opened) return refused("Start the conversation first.");
    if (me.id !== null && contact.participant_id !== me.id)
      return refused("Someone else is answering this conversation. Take it over first.");
    const number = (await connectedNumbers(deps, account)).find(({ inbox_id }) => inbox_id === contact.inbox_id);
    if (!number || (number.business_id !== "" && number.business_id !== template.business_id))
      return refused("This template belongs to another number.");
    const { components, name, language } = template;
    const format = headerFormat(components);
    const chosen = format && file_id !== null ? { format, file_id } : undefined;
    // A file that was sent goes before a link to one.
    const values = chosen ? { ...body.values, [mediaKey]: "" } : body.values;
    const missing = missingValue(template, values, chosen !== undefined);
    if (missing) return refused(missing);
    const place = { subject: "conversation", subject_id: String(contact_id), user_id: me.id };
    const file =
      chosen &&
      (await takeHeaderFile(
        deps,
        account,
        { id: chosen.file_id, field: "file_id" },
        { format: chosen.format, ...place },
      ));
    const unpaid = await reservePrice(database, deps, account, { request_id, template, msisdn: contact.msisdn });
    if (unpaid) return unpaid;
    const answer = await chat.writeFor({
      body: {
        ...{ contact_id, request_id, author: me, check: false },
        // The file itself is shown below the words.
        message: renderedText({ ...renderTemplate(components, values), ...(file ? { header: "" } : {}) }),
        ...(file ? { file } : {}),
        template: { name, language, components: sendComponents(components, values) as { type: string }[] },
      },
    });
    if (answer.status !== 201) {
      if (answer.status !== 406 && answer.status !== 409) return problem(503, answer.body.message);
      // Should that fail, the worker does it.
      await settleCharges(database, deps, account, [request_id], { refused: true }).catch(() => undefined);
      return answer;
    }
    await inAccount(db, account, async (trx) => {
      await noteWritten(trx, account, request_id);
      if (contact.msisdn)
        await sql`
          insert into whatsapp.reached (customer_account, business_id, msisdn)
          values (${account}, ${template.business_id}, ${contact.msisdn})
          on conflict (customer_account, business_id, msisdn) do update set at = excluded.at
            where reached.at <= now() - interval '1 day'`.execute(trx);
    });
    return answer;
  };
}
