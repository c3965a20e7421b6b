import { sql } from "kysely";
import { z } from "zod";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { audienceCalls } from "../contract.internal";
import { loadExpressList } from "./express-rows";
import { mergeFields } from "./members";
import { blacklisted, listGroups } from "./recipients";
import { lockGroup } from "./store";

const batchSize = 2_000;

const AudienceRow = z.object({
  msisdn: z.string(),
  name: z.string(),
  fields: z.record(z.string(), z.string()),
  place: z.string(),
});
type AudienceRow = z.infer<typeof AudienceRow>;

/** What other services ask about the people of a group or a list. */
export function audienceHandlers({ db }: Database): Pick<Handlers<typeof messaging.calls>, keyof typeof audienceCalls> {
  return {
    audience: ({ body }, { account }) =>
      readAccount(db, account, async (trx) => {
        const { group_id, list_id, after } = body;
        const source =
          group_id === null ? await listSource(trx, account, list_id) : await group(trx, account, group_id);
        if (!source)
          return problem(404, group_id === null ? "These rows are no longer kept." : "There is no such group.");
        const found =
          group_id === null
            ? await listRows(trx, account, list_id ?? 0, Number(after) || 0)
            : await groupRows(trx, account, group_id, after);
        const msisdns = found.map(({ msisdn }) => msisdn);
        const optedOut = await blacklisted(trx, account, msisdns);
        const next = found.length < batchSize ? null : (found.at(-1)?.place ?? null);
        const data = found.map(({ place: _, ...one }) => ({ ...one, opted_out: optedOut.has(one.msisdn) }));
        return { status: 200 as const, body: { ...source, data, next } };
      }),

    async setContactFields({ body: { group_id, msisdn, fields } }, { account }) {
      const updated = await inAccount(db, account, async (trx) => {
        await lockGroup(trx, account, group_id);
        return mergeFields(trx, account, group_id, msisdn, fields);
      });
      return { status: 200, body: { updated } };
    },

    async optedOut({ body }, { account }) {
      const found = await readAccount(db, account, (trx) => blacklisted(trx, account, body.msisdns));
      return { status: 200, body: { msisdns: [...found] } };
    },
  };
}

type Source = { name: string; fields: string[] };

async function group(trx: Trx, account: string, id: number): Promise<Source | undefined> {
  const [found] = await listGroups(trx, account, [id]);
  return found?.type === "sms" ? { name: found.name, fields: found.field_names } : undefined;
}

async function listSource(trx: Trx, account: string, id: number | null): Promise<Source | undefined> {
  const found = id === null ? undefined : await loadExpressList(trx, account, id);
  return found?.state === "done" ? { name: found.file_name, fields: found.fields } : undefined;
}

async function groupRows(trx: Trx, account: string, id: number, after: string): Promise<AudienceRow[]> {
  return checkedRows(
    trx,
    AudienceRow,
    sql`
    select msisdn, name, fields, msisdn as place from messaging.group_contacts
    where customer_account = ${account} and group_id = ${id} and msisdn > ${after}
    order by msisdn limit ${batchSize}`,
  );
}

async function listRows(trx: Trx, account: string, id: number, after: number): Promise<AudienceRow[]> {
  return checkedRows(
    trx,
    AudienceRow,
    sql`
    select msisdn, name, fields, line::text as place from messaging.express_rows
    where customer_account = ${account} and import_id = ${id} and line > ${after}
    order by line limit ${batchSize}`,
  );
}
