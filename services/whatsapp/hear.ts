import { sql } from "kysely";
import { qualityOfEvent, stopsSending } from "../../rules/whatsapp/numbers";
import { parseTemplateState, reasonWords } from "../../rules/whatsapp/templates";
import { optsOut, stops } from "../connectors/whatsapp.errors";
import { type Database, inAccount, type Trx } from "../kit/database";
import type { Handlers } from "../kit/serve";
import { type MessagePlace, readMessageName } from "./broadcasts/names";
import { noteWish, recordRefusal, recordStatuses } from "./broadcasts/record";
import { broadcastRow } from "./broadcasts/store";
import type { whatsapp } from "./contract";
import type { HeardStatus, internalCalls, News } from "./contract.internal";
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

    async heardStatuses({ body: { items } }, { account }) {
      const heard = items.flatMap((item) => {
        const place = readMessageName(item.message_id);
        return place ? [{ ...item, place }] : [];
      });
      await inAccount(db, account, (trx) =>
        recordStatuses(
          trx,
          account,
          heard.flatMap(({ place, provider_id, status }) =>
            status === "failed" ? [] : [{ place, provider_id, status }],
          ),
        ),
      );
      for (const item of heard)
        if (item.status === "failed") await inAccount(db, account, (trx) => hearFailure(trx, account, item));
      return { status: 201, body: done };
    },

    async heardWish({ body }, { account }) {
      await inAccount(db, account, (trx) => noteWish(trx, account, body));
      return { status: 201, body: done };
    },
  };
}

async function hearFailure(
  trx: Trx,
  account: string,
  { place, reason: words, code }: Pick<HeardStatus, "reason" | "code"> & { place: MessagePlace },
): Promise<void> {
  const broadcast = await broadcastRow(trx, account, place.broadcast);
  if (!broadcast) return;
  const flags = { stops: code !== null && stops(code), opted_out: code !== null && optsOut(code) };
  await recordRefusal(trx, account, broadcast, place, { kind: "refused", words, code, ...flags });
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
      await sql`
        insert into whatsapp.numbers (customer_account, channel_id, business_id, digits, quality, tier, told_at)
        values (${account}, ${channel_id}, ${business_id}, ${digits}, ${quality ?? "UNKNOWN"}, ${limit}, now())
        on conflict (customer_account, channel_id) do update set digits = excluded.digits, told_at = now(),
          quality = coalesce(${quality ?? null}, numbers.quality),
          tier = case when ${limit} = '' then numbers.tier else ${limit} end`.execute(trx);
      if (quality && stopsSending(quality)) await stopForQuality(trx, account, channel_id);
    }
  });
}
