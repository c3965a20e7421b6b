// /chat/channels/facebook - Facebook pages with Messenger: connecting one, its health, a rehearsal
import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MessengerForm } from "../../services/social/contract.forms";
import { typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { type ChannelData, channelAction, loadChannels } from "./channels/channel.server";
import { ConnectForm, metaFields } from "./channels/channel-connect";
import { connectForm } from "./channels/channel-form";
import { ChannelPage } from "./channels/channel-page";

const path = "/chat/channels/facebook";

export const meta = titled("Messenger");

export const loader = page(path, (given) => loadChannels(given, "facebook"));

export const action = channelAction(path, {
  form: MessengerForm,
  secrets: ["token", "app_secret"],
  connect: (body, api) => api.social.connectMessenger({ body }),
});

export default function Messenger() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <ChannelPage
      title="Messenger"
      text="Customers write to your Facebook page; your agents answer in the inbox: freely for 24 hours, then for 7 days what they write themselves."
      one="page"
      to={path}
      loaded={loaded}
      connect={<Connect loaded={loaded} />}
      where="In Meta's app dashboard, Messenger, Settings, Webhooks: paste both for the object Page. The page's own events are subscribed from here."
    />
  );
}

function Connect({ loaded: { demo, again } }: { loaded: ChannelData }) {
  const last = useActionData<typeof action>();
  const [form, fields] = useForm({
    id: "messenger",
    lastResult: typedValue(last, "intent") === "connect" ? last?.reply : undefined,
    defaultValue: {
      page_id: again?.external_id ?? "",
      verify_token: again?.verify_token ?? "",
      name: again?.name ?? "",
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: connectForm(MessengerForm) }),
  });
  return (
    <ConnectForm
      form={form}
      to={path}
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
