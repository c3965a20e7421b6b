import {
  componentsWithSamples,
  parseTemplateState,
  templateFaults,
  toComponents,
} from "../../../rules/whatsapp/templates";
import { activityActor, recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { actorId } from "../../kit/principal";
import { type Handlers, HttpError } from "../../kit/serve";
import type { whatsapp } from "../contract";
import type { TemplateForm, templateCalls } from "../contract.templates";
import type { WhatsappDeps } from "../deps";
import { dropUnused, type HeaderFileRow, takeHeaderFile } from "../header-file";
import { connectedNumbers } from "../numbers/connected";
import { noNumber } from "../numbers/handlers";
import { numberRow } from "../numbers/store";
import { stopForTemplates } from "../stop";
import {
  listPrices,
  listTemplates,
  loadTemplate,
  markDeleted,
  saveTemplate,
  shownTemplate,
  templatePage,
} from "./store";
import { parseCategory, syncTemplates } from "./sync";

export const noTemplate = "There is no such template.";

/** The calls about message templates. Meta decides about them; what it says is kept. */
export function templateHandlers(
  database: Database,
  deps: WhatsappDeps,
): Omit<Pick<Handlers<typeof whatsapp.calls>, keyof typeof templateCalls>, "sendTemplate"> {
  const { db } = database;
  return {
    async templates({ query }, { account }) {
      const found = await readAccount(db, account, (trx) => templatePage(trx, account, query));
      return { status: 200, body: { ...found, data: found.data.map((one) => shownTemplate(deps, account, one)) } };
    },

    async usableTemplates({ query }, { account }) {
      const { inbox_id, channel_id } = query;
      const connected = await connectedNumbers(deps, account);
      const number = connected.find((one) => one.inbox_id === inbox_id || one.channel_id === channel_id);
      if (!number) return { status: 200, body: { data: [], prices: [] } };
      const body = await readAccount(db, account, async (trx) => {
        const known = await numberRow(trx, account, number.channel_id);
        const found = await listTemplates(trx, account, number.business_id || (known?.business_id ?? ""));
        return { data: found.map((one) => shownTemplate(deps, account, one)), prices: await listPrices(trx) };
      });
      return { status: 200, body };
    },

    async template({ params }, { account }) {
      const found = await readAccount(db, account, (trx) => loadTemplate(trx, account, params.id));
      return found ? { status: 200, body: shownTemplate(deps, account, found) } : problem(404, noTemplate);
    },

    async syncTemplates(_input, { account }) {
      return { status: 201, body: await syncTemplates(database, deps, account) };
    },

    async createTemplate({ body }, context) {
      const { account, who } = context;
      const faults = templateFaults(body);
      if (Object.keys(faults).length > 0)
        return problem(
          422,
          "Please correct the marked fields.",
          Object.fromEntries(Object.entries(faults).map(([field, words]) => [field, [words]])),
        );
      const { channel_id, name, language, category, samples } = body;
      const connected = await connectedNumbers(deps, account);
      if (!connected.some((one) => one.channel_id === channel_id))
        return problem(422, noNumber, { channel_id: ["Choose one of your numbers."] });
      const sample = await takeSample(deps, account, body, actorId(who));
      const answer = await deps.clientsOfAccount(account).social.createWhatsappTemplate({
        params: { id: channel_id },
        body: {
          ...{ name, language, category, components: componentsWithSamples(body, samples) },
          header_file: sample?.id ?? null,
        },
      });
      if (answer.status !== 201) {
        const refusal = answer.status === 406 ? 422 : 503;
        return problem(refusal, answer.body.message);
      }
      const { business_id, id: provider_id, status, category: decided } = answer.body;
      const told = {
        ...{ business_id, provider_id, name, language, category: parseCategory(decided) },
        ...{ components: toComponents(body), status: parseTemplateState(status) ?? "pending", reason: "", quality: "" },
      } as const;
      const made = await inAccount(db, account, async (trx) => {
        const { id } = await saveTemplate(trx, account, told, { by: who.kind === "person" ? who.name : "", sample });
        await recordActivity(trx, account, activityActor(context), {
          ...{ action: "WhatsApp template handed in", subject: "WhatsApp template", subject_id: String(id) },
          description: `${name} (${language}) was handed in for WhatsApp's review.`,
        });
        return loadTemplate(trx, account, id);
      });
      return made ? { status: 201, body: shownTemplate(deps, account, made) } : problem(404, noTemplate);
    },

    async deleteTemplate({ params }, context) {
      const { account } = context;
      const found = await readAccount(db, account, (trx) => loadTemplate(trx, account, params.id));
      if (!found) return problem(404, noTemplate);
      const { name, language, provider_id, business_id } = found;
      if (found.status !== "deleted") {
        const connected = await connectedNumbers(deps, account);
        // A number whose business is not known yet may be of this one. Without a number it is marked as deleted here only.
        const number =
          connected.find((one) => one.business_id === business_id) ?? connected.find((one) => one.business_id === "");
        const answer =
          number &&
          (await deps.clientsOfAccount(account).social.deleteWhatsappTemplate({
            params: { id: number.channel_id },
            body: { id: provider_id, name },
          }));
        if (answer && answer.status !== 201) return problem(answer.status === 406 ? 422 : 503, answer.body.message);
      }
      await inAccount(db, account, async (trx) => {
        await markDeleted(trx, account, params.id);
        await stopForTemplates(trx, account);
        await recordActivity(trx, account, activityActor(context), {
          ...{ action: "WhatsApp template deleted", subject: "WhatsApp template", subject_id: String(params.id) },
          description: `${name} (${language}) was deleted.`,
        });
      });
      await dropUnused(database, deps, account, found.sample);
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },
  };
}

type WithHeader = Pick<TemplateForm, "header_format" | "header_file">;

/** The sample of a header that is a file; null: it is none. @throws HttpError 422, 503 */
async function takeSample(
  deps: WhatsappDeps,
  account: string,
  { header_format: format, header_file: id }: WithHeader,
  user_id: string,
): Promise<HeaderFileRow | null> {
  if (format === "TEXT") return null;
  const field = "header_file";
  if (id === null)
    throw new HttpError(422, "Please correct the marked fields.", {
      [field]: ["Choose a sample: WhatsApp reviews the template by it."],
    });
  // It is bound to itself, so that a form that is refused and sent again, with another name, has it still.
  const binding = { format, subject: "whatsapp template", subject_id: id, user_id };
  return takeHeaderFile(deps, account, { id, field }, binding);
}
