import { sql } from "kysely";
import type { Handed } from "../../connectors/message";
import type { OutgoingTemplate } from "../../connectors/whatsapp";
import { inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import { type ChannelRow, channelRows, noteError } from "../channels";
import type { social } from "../contract";
import type { ConnectedNumber, whatsappCalls } from "../contract.whatsapp";
import type { SocialContext } from "../deps";
import { NotConnected, or406 } from "../save";
import { noteOptOut } from "../status";
import { giveFile, openLine, refused, refusedTemplate, type WhatsappLine, whyClosed, withSample } from "./line";
import { listOpenWindows } from "./windows";

type Calls = Pick<Handlers<typeof social.calls>, keyof typeof whatsappCalls>;

/** What the WhatsApp service asks of Meta with a number's own token. */
export function whatsappHandlers(service: SocialContext): Calls {
  const { db, deps } = service;

  const open = (account: string, id: number) => openLine(service, account, id);

  /** Which business account the number is of; asked once, then kept. @throws NotConnected */
  async function findBusiness(account: string, { row, business }: WhatsappLine): Promise<string> {
    const known = row.settings.business_id;
    if (typeof known === "string" && known !== "") return known;
    const accounts = await business.accounts().catch(refused);
    for (const one of accounts) {
      const numbers = accounts.length === 1 ? [row.external_id] : await business.numbers(one).catch(refused);
      if (!numbers.includes(row.external_id)) continue;
      await keepBusiness(service, account, row.id, one);
      return one;
    }
    throw new NotConnected(
      "Meta does not say which business account the number is of. Connect it again with the business account's id.",
    );
  }

  async function sendOn(
    account: string,
    id: number,
    to: string,
    send: (number: WhatsappLine["number"]) => Promise<Handed>,
  ) {
    const { row, number } = await open(account, id);
    const why = whyClosed(row);
    if (why) return { status: 201, body: { kind: "refused", words: why, stops: true } } as const;
    const sent = await send(number);
    if (sent.kind !== "refused") return { status: 201, body: sent } as const;
    await inAccount(db, account, async (trx) => {
      if (sent.optedOut) await noteOptOut(trx, account, to);
      if (sent.stops) await noteError(trx, account, row.id, sent.words, true);
    });
    const { optedOut, blocked: _, ...refusal } = sent;
    return { status: 201, body: { ...refusal, ...(optedOut ? { opted_out: true } : {}) } } as const;
  }

  return {
    async whatsappNumbers(_input, { account }) {
      const rows = await readAccount(db, account, (trx) => channelRows(trx, account, sql`c.channel = 'whatsapp'`));
      return { status: 200, body: { data: rows.map(connectedNumber) } };
    },

    whatsappHealth: ({ params }, { account }) =>
      or406(
        (async () => {
          const line = await open(account, params.id);
          const health = await line.business.health(line.row.external_id).catch(refused);
          const business_id = await findBusiness(account, line);
          return { status: 201 as const, body: { ...health, business_id } };
        })(),
      ),

    whatsappTemplates: ({ params }, { account }) =>
      or406(
        (async () => {
          const line = await open(account, params.id);
          const business_id = await findBusiness(account, line);
          const { templates, faults } = await line.business.templates(business_id).catch(refused);
          const data = templates.map(({ quality_score, ...one }) => ({ ...one, quality: quality_score?.score ?? "" }));
          return { status: 200 as const, body: { business_id, data, faults } };
        })(),
      ),

    createWhatsappTemplate: ({ params, body }, { account }) =>
      or406(
        (async () => {
          const line = await open(account, params.id);
          const business_id = await findBusiness(account, line);
          const { header_file, ...given } = body;
          const components = header_file
            ? await withSample(line, given.components, await deps.load(account, header_file))
            : given.components;
          const made = await line.business
            .createTemplate(business_id, { ...given, components })
            .catch((error) => refusedTemplate(error, "the template"));
          return { status: 201 as const, body: { ...made, business_id } };
        })(),
      ),

    deleteWhatsappTemplate: ({ params, body }, { account }) =>
      or406(
        (async () => {
          const line = await open(account, params.id);
          const business_id = await findBusiness(account, line);
          await line.business.deleteTemplate(business_id, body).catch(refused);
          return { status: 201 as const, body: { status: 201, message: "The template was deleted." } };
        })(),
      ),

    async keepWhatsappMedia({ params, body }, { account }) {
      return { status: 201, body: await giveFile(service, account, await open(account, params.id), body.file_id) };
    },

    async sendWhatsappTemplate({ params, body }, { account }) {
      const { to, message_id, ...template } = body;
      return sendOn(account, params.id, to, (number) =>
        number.template(to, template satisfies OutgoingTemplate, message_id),
      );
    },

    async sendWhatsappQuestion({ params, body: { to, message_id, form } }, { account }) {
      return sendOn(account, params.id, to, (number) => number.question(to, form, message_id));
    },

    async openReplyWindows({ params, body }, { account }) {
      const open = await readAccount(db, account, (trx) => listOpenWindows(trx, account, params.id, body.external_ids));
      return { status: 200, body: { external_ids: open } };
    },
  };
}

function connectedNumber(row: ChannelRow): ConnectedNumber {
  const { business_id } = row.settings;
  return {
    ...{ channel_id: row.id, inbox_id: row.inbox_id, phone_number_id: row.external_id },
    ...{ name: row.name, shown: row.shown, active: row.active, stopped: row.stopped },
    business_id: typeof business_id === "string" ? business_id : "",
    last_webhook_at: row.last_webhook_at?.toISOString() ?? null,
    token_until: row.token_until?.toISOString() ?? null,
  };
}

async function keepBusiness({ db }: SocialContext, account: string, id: number, business: string): Promise<void> {
  await inAccount(db, account, (trx) =>
    sql`
      update social.channels set settings = settings || jsonb_build_object('business_id', ${business}::text)
      where customer_account = ${account} and id = ${id}`.execute(trx),
  );
}
