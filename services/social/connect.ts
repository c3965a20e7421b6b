import { sql } from "kysely";
import { TelegramRefused, telegram } from "../connectors/telegram";
import { whatsapp } from "../connectors/whatsapp";
import { whatsappBusiness } from "../connectors/whatsapp.business";
import { inAccount } from "../kit/database";
import { hookUrl } from "./channels";
import type { SocialContext } from "./deps";
import { type As, explain, NotConnected, saveChannel } from "./save";

/** @throws NotConnected */
export async function connectTelegram(
  service: SocialContext,
  account: string,
  given: { token: string; name: string },
  as: As,
) {
  const bot = telegram({ url: service.deps.telegramUrl, token: given.token });
  const who = await bot.me().catch((error: unknown) => explain("telegram", error));
  const secrets = { token: given.token, verify: "" };
  const { row, proof } = await saveChannel(
    service,
    account,
    { ...given, channel: "telegram", who, secrets, token_until: null },
    as,
  );
  await bot.setWebhook(hookUrl(service.deps, row), proof).catch(async (error: unknown) => {
    const said = error instanceof TelegramRefused ? error.description : "Telegram could not be reached";
    const words = `The webhook could not be set: ${said}`.slice(0, 300);
    await inAccount(service.db, account, (trx) =>
      sql`update social.channels set stopped = ${words} where customer_account = ${account} and id = ${row.id}`.execute(
        trx,
      ),
    );
    throw new NotConnected(words);
  });
  return row;
}

type WhatsappForm = {
  phone_number_id: string;
  /** The business account that the number is of; asked of Meta where it is left out. */
  business_id?: string;
  token: string;
  app_secret: string;
  verify_token: string;
  name: string;
};

/** @throws NotConnected */
export async function connectWhatsapp({ db, deps }: SocialContext, account: string, given: WhatsappForm, as: As) {
  const { graphUrl: url, graphVersion: version } = deps;
  const number = whatsapp({ url, version, number: given.phone_number_id, token: given.token });
  const who = await number.me().catch((error: unknown) => explain("whatsapp", error));
  const token_until = await number.tokenUntil();
  const secrets = { token: given.token, proof: given.app_secret, verify: given.verify_token };
  const business_id = given.business_id ?? "";
  if (business_id !== "") {
    const numbers = await whatsappBusiness({ url, version, token: given.token })
      .numbers(business_id)
      .catch((error: unknown) => explain("whatsapp", error));
    if (!numbers.includes(given.phone_number_id))
      throw new NotConnected("This business account does not have that number. Check both ids.");
  }
  const settings = business_id === "" ? {} : { settings: { business_id } };
  const made = { channel: "whatsapp" as const, who, name: given.name, secrets, token_until, ...settings };
  return (await saveChannel({ db, deps }, account, made, as)).row;
}
