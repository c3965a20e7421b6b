// /chat/channels/telegram - Telegram bots: connecting one, its health, a rehearsal
import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { TelegramForm } from "../../services/social/contract.forms";
import { page, receive } from "../shell/page.server";
import { actOnChannel, type Loaded, loadChannels } from "./channel.server";
import { ConnectForm, nameField } from "./channel-connect";
import { type ChannelLast, ChannelPage } from "./channel-page";

const path = "/chat/channels/telegram";

export const meta: MetaFunction = () => [{ title: `Telegram - ${brand.name}` }];

export const loader = page(path, (given) => loadChannels(given, "telegram"));

export const action = receive(path, (given) =>
  actOnChannel(given, path, {
    form: TelegramForm,
    secrets: ["token"],
    connect: (body) => given.api.social.connectTelegram({ body }),
  }),
);

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

function Connect({ loaded: { demo, again } }: { loaded: Loaded }) {
  const last = useActionData<typeof action>() as ChannelLast;
  const [form, fields] = useForm({
    id: "telegram",
    lastResult: last?.reply as never,
    defaultValue: { name: again?.name ?? "" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: TelegramForm }),
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
