// /chat/channels/email - mailboxes: connecting one, its health, a rehearsal
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailForm } from "../../services/social/contract.forms";
import { typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { channelAction, loadChannels } from "./channels/channel.server";
import { ChannelPage } from "./channels/channel-page";
import { MailboxCard } from "./customer/email-card";
import { ConnectMailbox } from "./customer/email-form";

const path = "/chat/channels/email";

export const meta = titled("Email");

export const loader = page(path, (given) => loadChannels(given, "email"));

export const action = channelAction(path, {
  form: EmailForm,
  secrets: ["imap.password", "smtp.password"],
  connect: (body, api) => api.social.connectEmail({ body }),
});

export default function Email() {
  const loaded = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { chosen, zone } = loaded;
  return (
    <ChannelPage
      title="Email"
      text="Customers write to your address; your agents answer in the inbox, and the answer goes back in the same thread."
      one="mailbox"
      to={path}
      loaded={loaded}
      connect={
        <ConnectMailbox to={path} loaded={loaded} last={typedValue(last, "intent") === "connect" ? last : undefined} />
      }
      where=""
      besides={chosen && <MailboxCard channel={chosen} zone={zone} />}
    />
  );
}
