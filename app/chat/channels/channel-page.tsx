import { Form, useActionData, useNavigation } from "@remix-run/react";
import { Plus, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { type NetworkName, networkTexts } from "../../../rules/channels";
import type { Channel } from "../../../services/social/contract";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { PostResult } from "../../kit/post-result";
import type { RefusedPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { DescriptionList } from "../../kit/ui/description-list";
import { PageHeader } from "../../kit/ui/page-header";
import { Tabs } from "../../kit/ui/tabs";
import type { ShownChannel } from "./channel.server";
import { AddressCard, ChangeCard, HealthCard, LatelyCard, type Played, RehearsalCard } from "./channel-cards";

type ChannelLast = (RefusedPost & { played?: Played }) | undefined;

type Props = {
  network: NetworkName;
  shown: ShownChannel;
  zone: string;
  /** What only this network has to show. */
  besides?: ReactNode;
};

/** A channel of a network: its health, what came in lately, and the way to the others and to connect one more. */
export function ChannelPage({ network, shown: { channel, others, came }, zone, besides }: Props) {
  const last = useActionData<ChannelLast>();
  const { title, text, one, where } = networkTexts(network);
  const { id, name, shown, webhook_url } = channel;
  return (
    <>
      <PostResult last={last} />
      <PageHeader
        title={title}
        text={text}
        back={{ label: "Channels", to: href("/chat/channels") }}
        actions={
          <LinkButton to={href("/chat/channels/:network/new", { network })} icon={Plus}>
            Connect another {one}
          </LinkButton>
        }
      />
      {others.length > 1 && (
        <Tabs
          label={title}
          tabs={others.map((other) => ({
            label: other.name,
            to: href("/chat/channels/:network/:id", { network, id: other.id }),
            current: other.id === id,
          }))}
        />
      )}
      <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 text-base font-semibold wrap-anywhere">
        {name}
        {shown && shown !== name && <span className="text-sm font-normal text-quiet">{shown}</span>}
      </h2>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <HealthCard channel={channel} zone={zone} />
          {webhook_url && <AddressCard channel={channel} where={where} />}
          {besides}
          <ChangeCard channel={channel} />
        </div>
        <div className="grid gap-4">
          <RehearsalCard channel={channel} played={last?.played} />
          <LatelyCard came={came} zone={zone} />
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton to={href("/chat/channels/:network/:id/credentials", { network, id })} variant="ghost">
          Replace the credentials
        </LinkButton>
        <LinkButton to={href("/chat/channels/:network/:id/disconnect", { network, id })} variant="ghost" icon={Unplug}>
          Disconnect
        </LinkButton>
      </div>
    </>
  );
}

/** The last step before a channel is disconnected. */
export function DisconnectPage({ channel, zone }: { channel: Channel; zone: string }) {
  const working = useNavigation().state !== "idle";
  const last = useActionData<RefusedPost>();
  const { id, channel: network, name, shown, made_at } = channel;
  const back = href("/chat/channels/:network/:id", { network, id });
  return (
    <div className="max-w-[760px]">
      <PostResult last={last} />
      <PageHeader
        title={`Disconnect ${name}?`}
        text="Nothing is received or sent any more, and its credentials are removed. Conversations are kept."
        back={{ label: name, to: back }}
      />
      <DescriptionList
        facts={[
          { label: "Known as", value: shown || channel.external_id },
          { label: "Connected", value: <DateTime at={made_at} zone={zone} /> },
        ]}
      />
      <Form method="post" className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" size="lg" icon={Unplug} working={working}>
          Disconnect
        </Button>
        <LinkButton to={back} size="lg">
          Keep it
        </LinkButton>
      </Form>
    </div>
  );
}
