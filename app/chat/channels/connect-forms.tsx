import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { MessengerForm, PlayStoreForm, TelegramForm, WhatsappForm } from "../../../services/social/contract.forms";
import { ConnectForm, type ConnectProps, metaFields, nameField } from "./channel-connect";

/** The form that connects a Telegram bot. */
export function ConnectTelegram({ action, demo, known, last }: ConnectProps) {
  const [form, fields] = useForm({
    id: "telegram",
    lastResult: last?.reply,
    defaultValue: { name: known?.name ?? "" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: TelegramForm }),
  });
  return (
    <ConnectForm
      form={form}
      action={action}
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

/** The form that connects a number of WhatsApp's Cloud API. */
export function ConnectWhatsapp({ action, demo, known, last }: ConnectProps) {
  const [form, fields] = useForm({
    id: "whatsapp",
    lastResult: last?.reply,
    defaultValue: {
      phone_number_id: known?.external_id ?? "",
      verify_token: known?.verify_token ?? "",
      name: known?.name ?? "",
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: WhatsappForm }),
  });
  return (
    <ConnectForm
      form={form}
      action={action}
      steps={[
        "In Meta's app dashboard, add WhatsApp to your app and a phone number to it.",
        "Create a system user with a permanent access token for whatsapp_business_messaging.",
        "Enter the three values here. They are stored encrypted and never shown again.",
        "Then this page shows the callback address and the verify token that Meta asks for.",
        ...(demo ? ["In this demo, /sandbox/whatsapp is the WhatsApp: its page has the values of its number."] : []),
      ]}
      fields={[
        {
          field: fields.phone_number_id,
          label: "Phone number id",
          help: "It has digits only and is not the number itself: WhatsApp, API setup.",
        },
        { field: fields.token, label: "Access token", secret: true },
        ...metaFields(fields),
      ]}
    />
  );
}

/** The form that connects a Facebook page with Messenger. */
export function ConnectMessenger({ action, demo, known, last }: ConnectProps) {
  const [form, fields] = useForm({
    id: "messenger",
    lastResult: last?.reply,
    defaultValue: {
      page_id: known?.external_id ?? "",
      verify_token: known?.verify_token ?? "",
      name: known?.name ?? "",
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: MessengerForm }),
  });
  return (
    <ConnectForm
      form={form}
      action={action}
      steps={[
        "In Meta's app dashboard, add Messenger to your app and your page to it.",
        "Create an access token for the page, with pages_messaging and pages_manage_metadata.",
        "For replies after the first 24 hours, ask Meta for the feature Human Agent.",
        "Enter the three values here. They are stored encrypted and never shown again.",
        "Then this page shows the callback address and the verify token that Meta asks for.",
        ...(demo ? ["In this demo, /sandbox/messenger is the Messenger: it shows the values of its page."] : []),
      ]}
      fields={[
        {
          field: fields.page_id,
          label: "Page id",
          help: "It has digits only: the page, About, Page transparency.",
        },
        { field: fields.token, label: "Page access token", secret: true },
        ...metaFields(fields),
      ]}
    />
  );
}

/** The form that connects an app of the Play Store for its reviews. The key is masked, and nothing keeps a draft of it. */
export function ConnectPlayStore({ action, demo, known, last }: ConnectProps) {
  const [form, fields] = useForm({
    id: "playstore",
    lastResult: last?.reply,
    defaultValue: { package_name: known?.external_id ?? "", name: known?.name ?? "" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: PlayStoreForm }),
  });
  return (
    <ConnectForm
      form={form}
      action={action}
      steps={[
        "In Google Cloud, enable the Google Play Android Developer API and create a service account with a JSON key.",
        "In the Play Console, under Users and permissions, invite its address with “Reply to reviews” for your app.",
        "Enter both values here. The key is stored encrypted and never shown again.",
        "Reviews of the last seven days without a reply come into the inbox at once.",
        ...(demo ? ["In this demo, /sandbox/playstore is the Play Store: its page has the values of its app."] : []),
      ]}
      fields={[
        {
          field: fields.package_name,
          label: "Package name",
          help: "It is in the app's address in the Play Store, like ke.co.your_shop.app.",
        },
        {
          field: fields.key,
          label: "JSON key",
          secret: true,
          help: "Open the key file as text, and paste all of it, from { to }.",
        },
        nameField(fields),
      ]}
    />
  );
}
