// /chat/channels/email - mailboxes: connecting one, its health, a rehearsal
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { EmailForm } from "../../services/social/contract.forms";
import { page, receive } from "../shell/page.server";
import { actOnChannel, loadChannels } from "./channel.server";
import { type ChannelLast, ChannelPage } from "./channel-page";
import { MailboxCard } from "./email-card";
import { ConnectMailbox } from "./email-form";

const path = "/chat/channels/email";

export const meta: MetaFunction = () => [{ title: `Email - ${brand.name}` }];

export const loader = page(path, (given) => loadChannels(given, "email"));

export const action = receive(path, (given) =>
  actOnChannel(given, path, {
    form: EmailForm,
    secrets: ["imap.password", "smtp.password"],
    connect: (body) => given.api.social.connectEmail({ body }),
  }),
);

export default function Email() {
  const loaded = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>() as ChannelLast;
  const { chosen, zone } = loaded;
  return (
    <ChannelPage
      title="Email"
      text="Customers write to your address; your agents answer in the inbox, and the answer goes back in the same thread."
      one="mailbox"
      to={path}
      loaded={loaded}
      connect={<ConnectMailbox to={path} loaded={loaded} last={last?.reply} />}
      where=""
      besides={chosen && <MailboxCard channel={chosen} zone={zone} />}
    />
  );
}
