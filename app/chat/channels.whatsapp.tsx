// /chat/channels/whatsapp - WhatsApp numbers of the Cloud API: connecting one, its health, a rehearsal
import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { WhatsappForm } from "../../services/social/contract.forms";
import { typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { type ChannelData, channelAction, loadChannels } from "./channels/channel.server";
import { ConnectForm, metaFields } from "./channels/channel-connect";
import { connectForm } from "./channels/channel-form";
import { ChannelPage } from "./channels/channel-page";

const path = "/chat/channels/whatsapp";

export const meta = titled("WhatsApp");

export const loader = page(path, (given) => loadChannels(given, "whatsapp"));

export const action = channelAction(path, {
  form: WhatsappForm,
  secrets: ["token", "app_secret"],
  connect: (body, api) => api.social.connectWhatsapp({ body }),
});

export default function Whatsapp() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <ChannelPage
      title="WhatsApp"
      text="Customers write to your number; your agents answer in the inbox, freely within 24 hours."
      one="number"
      to={path}
      loaded={loaded}
      connect={<Connect loaded={loaded} />}
      where="In Meta's app dashboard, WhatsApp, Configuration: paste both under Webhook, and subscribe to the field messages."
    />
  );
}

function Connect({ loaded: { demo, again } }: { loaded: ChannelData }) {
  const last = useActionData<typeof action>();
  const [form, fields] = useForm({
    id: "whatsapp",
    lastResult: typedValue(last, "intent") === "connect" ? last?.reply : undefined,
    defaultValue: {
      phone_number_id: again?.external_id ?? "",
      verify_token: again?.verify_token ?? "",
      name: again?.name ?? "",
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: connectForm(WhatsappForm) }),
  });
  return (
    <ConnectForm
      form={form}
      to={path}
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
