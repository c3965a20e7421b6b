import { randomBytes } from "node:crypto";
import { leadFieldNames } from "../rules/lead-form";
import type { Trx } from "../services/kit/database";

type LeadFormOwner = { trx: Trx; customer_account: string; people: readonly { id: number }[] };

const consent = "I agree that Savanna contacts me about this.";

/** A form with a few of the leads that came by it. */
export async function addLeadForm(
  { trx, customer_account, people }: LeadFormOwner,
  leads: readonly number[],
): Promise<void> {
  const key = randomBytes(18).toString("base64url");
  const { id } = await trx
    .insertInto("crm.lead_forms")
    .values({
      ...{ customer_account, key, name: "Ask for a quote", title: "Ask for a quote" },
      intro: "Tell us what you need. We call back within one working day.",
      fields: JSON.stringify(
        (["name", "phone", "email", "message"] as const).map((field) => ({
          ...{ field, label: leadFieldNames[field], required: field === "name" || field === "phone" },
        })),
      ),
      consent,
      manager_ids: people.map(({ id: person }) => String(person)),
      sites: ["savanna.example"],
      created_by: "Mercy Nduku",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx.insertInto("crm.lead_form_keys").values({ key, customer_account, form_id: id }).execute();
  const entries = leads.slice(0, 5).map((lead_id, at) => ({
    ...{
      customer_account,
      form_id: id,
      lead_id,
      state: "arrived" as const,
      consent,
    },
    ...(at < 3 ? { utm_source: "facebook", utm_campaign: "long rains" } : { referrer: "https://savanna.example/" }),
  }));
  await trx.insertInto("crm.form_entries").values(entries).execute();
}
