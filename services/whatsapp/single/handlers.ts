import { sql } from "kysely";
import { z } from "zod";
import { isOptOut, leftOutReasons } from "../../../rules/whatsapp/left-out";
import { type TemplateComponent, templateVariables } from "../../../rules/whatsapp/templates";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { SentToOne } from "../../messaging/contract.internal";
import { insertDraft } from "../broadcasts/create";
import { confirm } from "../broadcasts/moves";
import { priceDraft } from "../broadcasts/price";
import type { whatsapp } from "../contract";
import type { singleCalls } from "../contract.single";
import { currentTime, type WhatsappDeps } from "../deps";
import { connectedNumbers } from "../numbers/connected";
import { listPrices } from "../templates/store";
import { chooseSingle, hasRoom } from "./usable";

const SingleRow = z.object({
  id: z.number(),
  status: z.string(),
  cost_cents: z.number(),
  state: z.string(),
  reason: z.string(),
});
type SingleRow = z.infer<typeof SingleRow>;

const OptOut = z.object({ msisdn: z.string(), source: z.string(), at: z.date() });

const MsisdnRow = z.object({ msisdn: z.string() });

/** Templates to one person for other services. */
export function singleHandlers(
  database: Database,
  deps: WhatsappDeps,
): Pick<Handlers<typeof whatsapp.calls>, keyof typeof singleCalls> {
  const { db } = database;

  async function fetchOptedOut(account: string, msisdns: string[]): Promise<string[]> {
    if (msisdns.length === 0) return [];
    const answer = await deps.clientsOfAccount(account).messaging.optedOut({ body: { msisdns } });
    if (answer.status !== 200) throw new HttpError(503, answer.body.message);
    return answer.body.msisdns;
  }

  return {
    async singleTerms({ body }, { account }) {
      const [connected, blacklisted] = await Promise.all([
        connectedNumbers(deps, account),
        fetchOptedOut(account, body.msisdns),
      ]);
      return readAccount(db, account, async (trx) => {
        const { number, number_fault, template, template_fault } = await chooseSingle(trx, account, connected, body);
        const prices = await listPrices(trx);
        const unwilling = await checkedRows(
          trx,
          MsisdnRow,
          sql`select msisdn from whatsapp.opt_outs where customer_account = ${account}
            and ${template?.category === "MARKETING"} and msisdn = any(${texts(body.msisdns)})`,
        );
        const terms = {
          ...{ number_fault, number_name: number?.shown || number?.name || "", template_fault },
          ...{ template_name: template?.name ?? "", components: template?.components ?? [] },
          ...{ category: template?.category ?? null, prices },
          opted_out: [...new Set([...blacklisted, ...unwilling.map(({ msisdn }) => msisdn)])],
        };
        return { status: 200 as const, body: terms };
      });
    },

    async marketingOptOuts({ body: { msisdns } }, { account }) {
      const found = await readAccount(db, account, (trx) =>
        checkedRows(
          trx,
          OptOut,
          sql`select msisdn, source, at from whatsapp.opt_outs
            where customer_account = ${account} and msisdn = any(${texts(msisdns)}) order by msisdn`,
        ),
      );
      return { status: 200, body: { data: found.map((one) => ({ ...one, at: one.at.toISOString() })) } };
    },

    async sendSingle({ body }, { account }) {
      const { key, name, to, values } = body;
      const before = await readAccount(db, account, (trx) => findSingle(trx, account, key));
      if (before && before.status !== "draft" && before.status !== "confirming") return sentBy(before);
      const [connected, optedOut] = await Promise.all([connectedNumbers(deps, account), fetchOptedOut(account, [to])]);
      if (optedOut.includes(to)) return refusedBy(leftOutReasons.blacklist);
      const made = await inAccount(db, account, async (trx): Promise<SingleRow | undefined> => {
        const choice = await chooseSingle(trx, account, connected, body);
        const { number, known, template } = choice;
        const fault = choice.number_fault || choice.template_fault;
        if (fault !== "" || !number || !template) throw new HttpError(422, fault);
        const whom = { business_id: template.business_id, tier: known?.tier ?? "", to };
        if (!(await hasRoom(trx, account, whom, currentTime(deps).getTime())))
          throw new HttpError(422, "The number has written to as many new customers as it may in 24 hours.");
        mustBeFilled(template.components, values);
        const people = [{ msisdn: to, name: "", fields: values, opted_out: false }];
        const audience = { name: to, fields: Object.keys(values), people };
        const by = { id: null, name: "" };
        const draft = { key, kind: "single", name, number, template, audience, by } as const;
        const id = await insertDraft(trx, account, draft);
        const mapping = Object.fromEntries(Object.keys(values).map((field) => [field, { field, text: "" }]));
        if (id !== undefined)
          await priceDraft(trx, account, id, { components: template.components, mapping, file: null });
        return findSingle(trx, account, key);
      });
      if (!made) throw new HttpError(503, "The message can't be sent right now.");
      // Whoever said no to marketing in the meantime.
      if (made.state === "left out") {
        await inAccount(db, account, (trx) => dropDraft(trx, account, made.id));
        return refusedBy(made.reason);
      }
      const answer = await confirm(database, deps, account, made.id);
      return answer.status === 201 ? sentBy(made) : answer;
    },
  };
}

/** @throws HttpError 422 */
function mustBeFilled(components: readonly TemplateComponent[], values: Readonly<Record<string, string>>): void {
  const empty = templateVariables(components).find(({ key }) => !values[key]?.trim());
  if (empty) throw new HttpError(422, `There is no value for {{${empty.name}}} in the ${empty.where} of the template.`);
}

function sentBy({ id, status, cost_cents, state, reason }: SingleRow): { status: 201; body: SentToOne } {
  if (status === "cancelled") return refusedBy("The message was cancelled.");
  if (state === "failed" || state === "left out") return refusedBy(reason);
  return { status: 201, body: { message: { id: String(id), cost_cents }, refused: "", opted_out: false } };
}

function refusedBy(words: string): { status: 201; body: SentToOne } {
  const opted_out = isOptOut(words);
  return { status: 201, body: { message: null, refused: opted_out ? "They have opted out." : words, opted_out } };
}

function findSingle(trx: Trx, account: string, key: string): Promise<SingleRow | undefined> {
  return checkedRow(
    trx,
    SingleRow,
    sql`select b.id, b.status, b.cost_cents, r.state, r.reason from whatsapp.broadcasts b
      join whatsapp.recipients r on r.customer_account = b.customer_account and r.broadcast_id = b.id
      where b.customer_account = ${account} and b.key = ${key} and b.kind = 'single'`,
  );
}

async function dropDraft(trx: Trx, account: string, id: number): Promise<void> {
  await sql`delete from whatsapp.broadcasts
    where customer_account = ${account} and id = ${id} and status = 'draft'`.execute(trx);
}
