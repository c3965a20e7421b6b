import { randomBytes } from "node:crypto";
import { readJson } from "../../connectors/message";
import { TelegramRefused, telegram } from "../../connectors/telegram";
import { readUpdate } from "../../connectors/telegram.updates";
import { constantTimeEqual } from "../../kit/constant-time";
import type { Sample } from "../contract.forms";
import type { Network } from "../network";

/** Telegram, by its Bot API. */
export const telegramNetwork: Network = {
  pace: { perSecond: 30, between: 1 },
  words: {
    mend: "Connect it again with the bot's new token.",
    unsigned: "Test the channel to set its webhook again.",
    waiting: "Write to the bot from your own Telegram.",
  },
  recallHours: 48,
  line({ deps, secrets }) {
    const bot = telegram({ url: deps.telegramUrl, token: secrets.token });
    return {
      async check(hook) {
        await bot.me();
        await bot.setWebhook(hook, secrets.proof);
        return null;
      },
      hand: ({ to, message, file }) => (file ? bot.file(to, file, message.data.text) : bot.text(to, message.data.text)),
      download: (id) => bot.download(id),
      answerPressed: (query) => bot.answerPressed(query),
      recall: (provider_id) => bot.remove(provider_id),
      leave: () => bot.dropWebhook(),
    };
  },
  read(raw, row) {
    const { items, faults } = readUpdate(readJson(raw), row.shown || row.external_id);
    return { items: items.map((item) => ({ number: "", item })), faults };
  },
  proved: ({ proof }, given) => constantTimeEqual(given ?? "", proof),
  explain(error) {
    if (!(error instanceof TelegramRefused)) return undefined;
    return error.code === 401 || error.code === 404
      ? "Telegram does not know this token. Copy it again from @BotFather."
      : `Telegram says: ${error.description.slice(0, 200)}`;
  },
  isGone: (error) => error instanceof TelegramRefused && [400, 404, 410].includes(error.code),
  rehearsal: {
    customers: ["9990000000001"],
    bodies: (_, sample) => updates(sample).map((update) => JSON.stringify(update)),
    proof: ({ proof }) => proof,
  },
};

const some = () => randomBytes(4).readUInt32BE();

function updates(sample: Sample): object[] {
  const date = Math.floor(Date.now() / 1000);
  const who = { id: 9_990_000_000_001, first_name: "Rehearsal" };
  const [from, chat] = [
    { ...who, is_bot: false, language_code: "en" },
    { ...who, type: "private" },
  ];
  const message = (more: object) => {
    const id = some();
    return { update_id: id, message: { message_id: id, from, chat, date, ...more } };
  };
  if (sample === "text") return [message({ text: "Habari! Is my order on its way?" })];
  if (sample === "album") {
    const media_group_id = String(some());
    return [1, 2, 3, 4, 5].map((n) => message({ media_group_id, text: `Picture ${n} of 5` }));
  }
  if (sample === "duplicate") {
    const one = message({ text: "This came three times and is shown once." });
    return [one, one, one];
  }
  if (sample === "edit") {
    const first = message({ text: "I live in Nakru." });
    const edited_message = { ...first.message, text: "I live in Nakuru.", edit_date: date + 1 };
    return [first, { update_id: some(), edited_message }];
  }
  if (sample === "unsupported") return [message({ dice: { emoji: "🎲", value: 4 } })];
  if (sample === "failure")
    return [{ update_id: some(), my_chat_member: { chat, from, date, new_chat_member: { status: "kicked" } } }];
  return [];
}
