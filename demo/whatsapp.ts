import { sql } from "kysely";
import { type Database, inAccount } from "../services/kit/database";
import { insertDraft } from "../services/whatsapp/broadcasts/create";
import { priceDraft } from "../services/whatsapp/broadcasts/price";
import type { WhatsappDeps } from "../services/whatsapp/deps";
import { connectedNumbers } from "../services/whatsapp/numbers/connected";
import { refreshHealth } from "../services/whatsapp/numbers/health";
import { loadTemplate } from "../services/whatsapp/templates/store";
import { syncTemplates } from "../services/whatsapp/templates/sync";

const shop = "100001";
const names = [
  "Amina",
  "Baraka",
  "Chebet",
  "Daudi",
  "Esther",
  "Fatuma",
  "Gitau",
  "Halima",
  "Ivy",
  "Juma",
  "Kamau",
  "Lilian",
];

/**
 * The shop's number as WhatsApp has it, with its templates: asked at each start, for the sandbox remembers nothing. The
 * first time there is a broadcast that went out yesterday; its money is older than the ledger's year of the demo.
 */
export async function fillWhatsapp(database: Database, deps: WhatsappDeps): Promise<void> {
  const [number] = await connectedNumbers(deps, shop);
  if (!number) return;
  await refreshHealth(database, deps, shop, number.channel_id);
  await syncTemplates(database, deps, shop);
  await inAccount(database.db, shop, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      select id from whatsapp.templates where customer_account = ${shop} and name = 'weekend_offer'`.execute(trx);
    const template = await loadTemplate(trx, shop, rows[0]?.id ?? 0);
    if (!template) return;
    const people = names.map((name, place) => ({
      ...{ msisdn: `+2547220001${String(place + 10)}`, name: `${name} Otieno`, fields: {}, opted_out: false },
    }));
    const by = { id: null, name: "Wanjiru Maina" };
    const audience = { name: "Weekend customers", fields: ["first_name", "name"], people };
    const draft = {
      key: "demo-weekend-offer",
      kind: "bulk",
      name: "Weekend offer",
      number,
      template,
      audience,
      by,
    } as const;
    const id = await insertDraft(trx, shop, draft);
    if (id === undefined) return;
    const mapping = { "body.1": { field: "first_name", text: "customer" } };
    await priceDraft(trx, shop, id, { components: template.components, mapping, file: null });
    await sql`
      update whatsapp.recipients set tries = 1, tried_at = now() - interval '1 day', sent_at = now() - interval '1 day',
        provider_id = 'wamid.demo.' || seq, delivered_at = case when seq <> 12 then now() - interval '1 day' end,
        read_at = case when seq % 3 > 0 and seq <> 12 then now() - interval '22 hours' end,
        state = case when seq = 12 then 'failed' when seq % 3 > 0 then 'read' else 'delivered' end,
        reason = case when seq = 12 then 'WhatsApp can''t reach this customer: no WhatsApp there, an old version, or its terms are not accepted.' else '' end
      where customer_account = ${shop} and broadcast_id = ${id}`.execute(trx);
    await sql`
      update whatsapp.broadcasts set status = 'finished', created_at = now() - interval '25 hours',
        started_at = now() - interval '1 day', finished_at = now() - interval '1 day',
        settled_cents = cost_cents * 11 / 12
      where customer_account = ${shop} and id = ${id}`.execute(trx);
  });
}
