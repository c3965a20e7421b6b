import {
  parseTemplateState,
  reasonWords,
  type TemplateCategory,
  templateCategories,
  withoutSampleFiles,
} from "../../../rules/whatsapp/templates";
import { type Database, inAccount } from "../../kit/database";
import type { WhatsappDeps } from "../deps";
import { connectedNumbers } from "../numbers/connected";
import { stopForTemplates } from "../stop";
import { markGone, saveTemplate, type TemplateNews } from "./store";

export type Synced = { added: number; changed: number; gone: number; faults: string[] };

/** Meta's word for a category; one that is not known is priced as the dearest. */
export function parseCategory(said: string): TemplateCategory {
  return templateCategories.find((one) => one === said.toUpperCase()) ?? "MARKETING";
}

/** Reads the templates of every business account that the numbers are of, each account once. */
export async function syncTemplates({ db }: Database, deps: WhatsappDeps, account: string): Promise<Synced> {
  const done = new Set<string>();
  const sum: Synced = { added: 0, changed: 0, gone: 0, faults: [] };
  for (const number of await connectedNumbers(deps, account)) {
    if (number.business_id !== "" && done.has(number.business_id)) continue;
    const answer = await deps.clientsOfAccount(account).social.whatsappTemplates({ params: { id: number.channel_id } });
    if (answer.status !== 200) {
      sum.faults.push(`${number.name}: ${answer.body.message}`);
      continue;
    }
    const { business_id, data, faults } = answer.body;
    if (faults > 0) sum.faults.push(`${number.name}: ${faults} templates could not be read.`);
    if (done.has(business_id)) continue;
    done.add(business_id);
    const told = data.flatMap(({ id, rejected_reason, ...one }): TemplateNews[] => {
      const status = parseTemplateState(one.status);
      if (!status) return [];
      const reason = status === "rejected" ? reasonWords(rejected_reason) : "";
      return [
        {
          ...one,
          business_id,
          provider_id: id,
          category: parseCategory(one.category),
          components: withoutSampleFiles(one.components),
          status,
          reason,
        },
      ];
    });
    await inAccount(db, account, async (trx) => {
      for (const one of told) {
        const { outcome } = await saveTemplate(trx, account, one);
        if (outcome !== "same") sum[outcome]++;
      }
      if (faults === 0)
        sum.gone += await markGone(
          trx,
          account,
          business_id,
          data.map(({ id }) => id),
        );
      await stopForTemplates(trx, account);
    });
  }
  return sum;
}
