import { sql } from "kysely";
import { leftOutReasons } from "../../../rules/whatsapp/left-out";
import { dailyLimit, roomAt, roomLeft } from "../../../rules/whatsapp/numbers";
import { renderedText, renderTemplate, templateVariables } from "../../../rules/whatsapp/templates";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { hasRows } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { SentQuestion } from "../../social/contract.whatsapp";
import type { whatsapp } from "../contract";
import type { questionCalls } from "../contract.questions";
import { currentTime, type WhatsappDeps } from "../deps";
import { connectedNumbers } from "../numbers/connected";
import { listReached } from "../numbers/reached";
import { numberRow } from "../numbers/store";
import { chosenFault, type KeptTemplate, listPrices, loadTemplate } from "../templates/store";

/** Questions of other services on WhatsApp: in the reply window as they are, outside it by a template. */
export function questionHandlers(
  { db }: Database,
  deps: WhatsappDeps,
): Pick<Handlers<typeof whatsapp.calls>, keyof typeof questionCalls> {
  return {
    async questionTerms({ body }, { account }) {
      const number = (await connectedNumbers(deps, account)).find(({ channel_id }) => channel_id === body.number_id);
      const number_fault = !number
        ? "Choose one of your numbers."
        : number.stopped || (number.active ? "" : "This number is switched off.");
      return readAccount(db, account, async (trx) => {
        const known = number && (await numberRow(trx, account, number.channel_id));
        const business = number?.business_id || known?.business_id || "";
        const template = body.template_id === null ? undefined : await loadTemplate(trx, account, body.template_id);
        const prices = await listPrices(trx);
        const terms = {
          ...{ number_fault, number_name: number?.shown || number?.name || "" },
          template_fault: templateFault(template, business),
          template_name: template?.name ?? "",
          template_text: template ? renderedText(renderTemplate(template.components, {})) : "",
          ...{ category: template?.category ?? null, prices },
        };
        return { status: 200, body: terms };
      });
    },

    async openWindows({ params, body }, { account }) {
      const ids = body.msisdns.map((msisdn) => msisdn.replace(/^\+/, ""));
      const answer = await deps.clientsOfAccount(account).social.openReplyWindows({
        params: { id: params.id },
        body: { external_ids: ids },
      });
      if (answer.status !== 200) throw new HttpError(503, answer.body.message);
      const open = new Set(answer.body.external_ids);
      return { status: 200, body: { msisdns: body.msisdns.filter((msisdn) => open.has(msisdn.replace(/^\+/, ""))) } };
    },

    async askCustomer({ params, body }, { account }) {
      const { to, message_id, form, template_id } = body;
      const { messaging, social } = deps.clientsOfAccount(account);
      const asked = await messaging.optedOut({ body: { msisdns: [to] } });
      if (asked.status !== 200) throw new HttpError(503, asked.body.message);
      if (asked.body.msisdns.includes(to))
        return { status: 201, body: { kind: "refused", words: leftOutReasons.blacklist, opted_out: true } };
      const whom = { to: to.replace(/^\+/, ""), message_id };
      if (form) return sentBy(await social.sendWhatsappQuestion({ params, body: { ...whom, form } }));
      const ready = await inAccount(db, account, (trx) => takePlace(trx, account, params.id, template_id ?? 0, to));
      if ("kind" in ready) return { status: 201, body: ready };
      const { name, language } = ready;
      return sentBy(await social.sendWhatsappTemplate({ params, body: { ...whom, name, language, components: [] } }));
    },
  };

  /** The limit of the moving day, as broadcasts have it: the customer counts before the template leaves. */
  async function takePlace(
    trx: Trx,
    account: string,
    channel: number,
    id: number,
    msisdn: string,
  ): Promise<KeptTemplate | SentQuestion> {
    const template = await loadTemplate(trx, account, id);
    const fault = templateFault(template, "");
    if (!template || fault !== "") return { kind: "refused", words: fault, stops: true } as SentQuestion;
    const { business_id } = template;
    const unwilling = await hasRows(
      trx,
      sql`select 1 from whatsapp.opt_outs where customer_account = ${account} and msisdn = ${msisdn}`,
    );
    if (unwilling && template.category === "MARKETING")
      return { kind: "refused", words: leftOutReasons.marketing, opted_out: true };
    const day = await listReached(trx, account, business_id);
    const limit = dailyLimit((await numberRow(trx, account, channel))?.tier ?? "");
    const now = currentTime(deps).getTime();
    const reached = day.map(({ at }) => at.getTime());
    if (!day.some((one) => one.msisdn === msisdn) && roomLeft(limit, reached, now) === 0) {
      const seconds = Math.max(60, Math.ceil((roomAt(limit, reached, now) - now) / 1_000));
      return { kind: "later", seconds, words: "The number has reached its limit of the day." };
    }
    await sql`
      insert into whatsapp.reached (customer_account, business_id, msisdn) values (${account}, ${business_id}, ${msisdn})
      on conflict (customer_account, business_id, msisdn) do update set at = excluded.at
        where reached.at <= now() - interval '1 day'`.execute(trx);
    return template;
  }
}

/** Why a template can't open a survey, or "". @param business of the number; "" while it is not known */
function templateFault(template: KeptTemplate | undefined, business: string): string {
  const fault = chosenFault(template, business);
  if (fault !== "" || !template) return fault;
  return templateVariables(template.components).length > 0 ? "Choose a template without variables." : "";
}

type SocialAnswer = { status: number; body: object };

/** What became of it. A number that is gone sends nothing more. */
function sentBy(answer: SocialAnswer): { status: 201; body: SentQuestion } {
  if (answer.status === 404)
    return {
      status: 201,
      body: { kind: "refused", words: "The number is no longer connected.", stops: true } as SentQuestion,
    };
  if (answer.status !== 201) return { status: 201, body: { kind: "unknown" } };
  return { status: 201, body: answer.body as SentQuestion };
}
