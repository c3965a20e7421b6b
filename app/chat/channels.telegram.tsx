// /chat/channels/telegram - Telegram bots: connecting one, its health, a rehearsal
import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TelegramForm } from "../../services/social/contract.forms";
import { typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { type ChannelData, channelAction, loadChannels } from "./channels/channel.server";
import { ConnectForm, nameField } from "./channels/channel-connect";
import { connectForm } from "./channels/channel-form";
import { ChannelPage } from "./channels/channel-page";

const path = "/chat/channels/telegram";

export const meta = titled("Telegram");

export const loader = page(path, (given) => loadChannels(given, "telegram"));

export const action = channelAction(path, {
  form: TelegramForm,
  secrets: ["token"],
  connect: (body, api) => api.social.connectTelegram({ body }),
});

export default function Telegram() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <ChannelPage
      title="Telegram"
      text="Customers write to your bot; your agents answer in the inbox."
      one="bot"
      to={path}
      loaded={loaded}
      connect={<Connect loaded={loaded} />}
      where="Telegram received this address when the bot was connected. A test sends it again."
    />
  );
}

function Connect({ loaded: { demo, again } }: { loaded: ChannelData }) {
  const last = useActionData<typeof action>();
  const [form, fields] = useForm({
    id: "telegram",
    lastResult: typedValue(last, "intent") === "connect" ? last?.reply : undefined,
    defaultValue: { name: again?.name ?? "" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: connectForm(TelegramForm) }),
  });
  return (
    <ConnectForm
      form={form}
      to={path}
      steps={[
        "In Telegram, write /newbot to @BotFather and choose a name.",
        "BotFather answers with a token. Paste it here; it is stored encrypted and never shown again.",
        "Write to your bot from your own Telegram: it rings in the inbox.",
        ...(demo ? ["In this demo, /sandbox/telegram is the Telegram: its page has the token of its bot."] : []),
      ]}
      fields={[{ field: fields.token, label: "Bot token", secret: true }, nameField(fields)]}
    />
  );
}
