import { sql } from "kysely";
import { qualityOfEvent, stopsSending } from "../../rules/whatsapp/numbers";
import { parseTemplateState, reasonWords } from "../../rules/whatsapp/templates";
import { optsOut, stops } from "../connectors/whatsapp.errors";
import { type Database, inAccount, type Trx } from "../kit/database";
import { rows } from "../kit/rows";
import type { Handlers } from "../kit/serve";
import { readMessageName } from "./broadcasts/names";
import { noteWish, recordRefusal, recordStatus } from "./broadcasts/record";
import { broadcastRow } from "./broadcasts/store";
import type { whatsapp } from "./contract";
import type { internalCalls, News } from "./contract.internal";
import type { WhatsappDeps } from "./deps";
import { connectedNumbers } from "./numbers/connected";
import { stopForQuality, stopForTemplates } from "./stop";
import { changeTold } from "./templates/store";
import { parseCategory, syncTemplates } from "./templates/sync";

/** What the webhooks of the numbers say. */
export function hearingHandlers(
  database: Database,
  deps: WhatsappDeps,
): Pick<Handlers<typeof whatsapp.calls>, keyof typeof internalCalls> {
  const { db } = database;
  const done = { status: 201, message: "Done." } as const;
  return {
    async heardNews({ body }, { account }) {
      const { business_id, news } = body;
      if (news.about === "number") await hearNumber(database, deps, account, news);
      else {
        const known = await inAccount(db, account, (trx) => hearTemplate(trx, account, news));
        // One that was made elsewhere: its text is Meta's to say.
        if (!known && business_id !== "") await syncTemplates(database, deps, account);
      }
      return { status: 201, body: done };
    },

    async heardStatus({ body }, { account }) {
      const { message_id, provider_id, status, reason, code } = body;
      const place = readMessageName(message_id);
      if (!place) return { status: 201, body: { known: false } };
      const known = await inAccount(db, account, async (trx) => {
        if (status !== "failed") return recordStatus(trx, account, place, provider_id, status);
        const broadcast = await broadcastRow(trx, account, place.broadcast);
        if (!broadcast) return false;
        const refusal = { kind: "refused", words: reason, code } as const;
        const flags = { stops: code !== null && stops(code), opted_out: code !== null && optsOut(code) };
        await recordRefusal(trx, account, broadcast, place, { ...refusal, ...flags });
        return true;
      });
      return { status: 201, body: { known } };
    },

    async heardWish({ body }, { account }) {
      await inAccount(db, account, (trx) => noteWish(trx, account, body));
      return { status: 201, body: done };
    },
  };
}

async function hearTemplate(trx: Trx, account: string, news: Exclude<News, { about: "number" }>): Promise<boolean> {
  if (news.about === "template quality") return changeTold(trx, account, news.id, { quality: news.quality });
  if (news.about === "template category")
    return changeTold(trx, account, news.id, { category: parseCategory(news.category) });
  const status = parseTemplateState(news.status);
  if (!status) return true;
  const reason = status === "approved" ? "" : reasonWords(news.reason);
  const known = await changeTold(trx, account, news.id, { status, reason });
  await stopForTemplates(trx, account);
  return known;
}

async function hearNumber(
  database: Database,
  deps: WhatsappDeps,
  account: string,
  { shown, event, limit }: Extract<News, { about: "number" }>,
): Promise<void> {
  const digits = shown.replace(/\D/g, "");
  const quality = qualityOfEvent(event);
  const connected = (await connectedNumbers(deps, account)).filter((one) => one.shown.replace(/\D/g, "") === digits);
  await inAccount(database.db, account, async (trx) => {
    for (const { channel_id, business_id } of connected) {
      await rows(
        trx,
        sql`
        insert into whatsapp.numbers (customer_account, channel_id, business_id, digits, quality, tier, told_at)
        values (${account}, ${channel_id}, ${business_id}, ${digits}, ${quality ?? "UNKNOWN"}, ${limit}, now())
        on conflict (customer_account, channel_id) do update set digits = excluded.digits, told_at = now(),
          quality = coalesce(${quality ?? null}, numbers.quality),
          tier = case when ${limit} = '' then numbers.tier else ${limit} end`,
      );
      if (quality && stopsSending(quality)) await stopForQuality(trx, account, channel_id);
    }
  });
}
