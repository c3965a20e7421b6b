import { sql } from "kysely";
import { z } from "zod";
import { costCents } from "../../../rules/money";
import { isMediaLink, mediaKey } from "../../../rules/whatsapp/header-files";
import { type TemplateComponent, templateVariables } from "../../../rules/whatsapp/templates";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { json, texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { Mapping } from "../contract.broadcasts";
import type { HeaderFileRow } from "../header-file";

/** Where the values of a message are from: a field of each row or a text for all, and the file of the header for all. */
export type MessageSources = {
  components: readonly TemplateComponent[];
  mapping: Mapping;
  file: HeaderFileRow | null;
};

const UnitsRow = z.object({ units: z.number() });

/** Says where each value is from, leaves out who has none, and prices the rest. */
export async function priceDraft(
  trx: Trx,
  account: string,
  id: number,
  { components, mapping, file }: MessageSources,
): Promise<void> {
  const needed = templateVariables(components).flatMap(({ key }) => {
    const from = mapping[key];
    return from?.field && !from.text && !(file && key === mediaKey) ? [from.field] : [];
  });
  const media = mapping[mediaKey]?.text || file ? "" : (mapping[mediaKey]?.field ?? "");
  await sql`
    update whatsapp.recipients r set state = case when m.field is null then 'queued' else 'left out' end,
      reason = coalesce('No value for ' || m.field, '')
    from (select k.seq, (select n.field from unnest(${texts(needed)}) with ordinality as n (field, place)
        where coalesce(trim(k.fields ->> n.field), '') = ''
          or (n.field = ${media} and trim(k.fields ->> n.field) !~ '^https://[^[:space:]/]+[^[:space:]]*$') order by n.place limit 1) as field
      from whatsapp.recipients k where k.customer_account = ${account} and k.broadcast_id = ${id}) m
    where r.customer_account = ${account} and r.broadcast_id = ${id} and r.seq = m.seq
      and (r.state = 'queued' or (r.state = 'left out' and r.reason like 'No value for %'))`.execute(trx);
  const [sum] = await checkedRows(
    trx,
    UnitsRow,
    sql`select coalesce(sum(price), 0)::bigint as units from whatsapp.recipients
      where customer_account = ${account} and broadcast_id = ${id} and state = 'queued'`,
  );
  await sql`
    update whatsapp.broadcasts set mapping = ${json(mapping)}, file = ${file && json(file)}, cost_cents = ${costCents(1, Number(sum?.units ?? 0))}
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

/**
 * A value of its own for every variable. `fileLater`: the file of the header may still be missing.
 * @throws HttpError 422 with the fields that have none
 */
export function mustBeMapped({ components, mapping, file }: MessageSources, { fileLater = false } = {}): void {
  const empty = templateVariables(components).filter(
    ({ key }) => !mapping[key]?.field && !mapping[key]?.text && !((file || fileLater) && key === mediaKey),
  );
  const link = mapping[mediaKey]?.text ?? "";
  const wrong: Record<string, string[]> =
    link !== "" && !isMediaLink(link) ? { [`mapping.${mediaKey}`]: ["A link begins with https://."] } : {};
  const errors: Record<string, string[]> = {
    ...wrong,
    ...Object.fromEntries(
      empty.map(({ key, name }) => [
        `mapping.${key}`,
        [key === mediaKey ? `Choose the ${name}, or give a link to it.` : "Choose a field, or write a text for all."],
      ]),
    ),
  };
  if (Object.keys(errors).length === 0) return;
  throw new HttpError(422, "Please correct the marked fields.", errors);
}
