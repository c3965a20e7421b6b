import { Form, useActionData, useNavigation } from "@remix-run/react";
import { Plus, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import type { Channel } from "../../../services/social/contract";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { PostResult } from "../../kit/post-result";
import type { RefusedPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { DescriptionList } from "../../kit/ui/description-list";
import { PageHeader } from "../../kit/ui/page-header";
import { Tabs } from "../../kit/ui/tabs";
import type { ChannelData } from "./channel.server";
import { AddressCard, ChangeCard, HealthCard, LatelyCard, type Played, RehearsalCard } from "./channel-cards";

type ChannelLast = (RefusedPost & { played?: Played }) | undefined;

type Props = {
  /** "Telegram" */
  title: string;
  /** "A bot of yours that customers write to." */
  text: string;
  /** "bot" */
  one: string;
  /** The page's own address. */
  to: string;
  loaded: ChannelData;
  /** The form that connects one, with what leads to its fields. */
  connect: ReactNode;
  /** Where the callback address goes; none: the network is told by us. */
  where: string;
  /** What only this network has to show. */
  besides?: ReactNode;
};

/** The page of a network: its channels with their health, and the way to connect one. */
export function ChannelPage({ title, text, one, to, loaded, connect, where, besides }: Props) {
  const { channels, chosen, again, came, zone, leaving } = loaded;
  const last = useActionData<ChannelLast>();
  const back = { label: "Channels", to: href("/chat/channels") };
  if (!chosen)
    return (
      <div className="max-w-[760px]">
        <PageHeader
          title={
            again
              ? `Replace the credentials of ${again.name}`
              : channels.length > 0
                ? `Connect another ${one}`
                : `Connect ${title}`
          }
          text={
            again
              ? `${again.webhook_url ? "Its webhook address, its" : "Its"} name and its conversations are kept.`
              : text
          }
          back={channels.length > 0 ? { label: again?.name ?? title, to: again ? `${to}?id=${again.id}` : to } : back}
        />
        {connect}
      </div>
    );
  if (leaving) return <Leave channel={chosen} to={to} last={last} zone={zone} />;
  return (
    <>
      <PostResult last={last} />
      <PageHeader
        title={title}
        text={text}
        back={back}
        actions={
          <LinkButton to={`${to}?new`} icon={Plus}>
            Connect another {one}
          </LinkButton>
        }
      />
      {channels.length > 1 && (
        <Tabs
          label={title}
          tabs={channels.map(({ id, name }) => ({ label: name, to: `${to}?id=${id}`, current: id === chosen.id }))}
        />
      )}
      <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 text-base font-semibold wrap-anywhere">
        {chosen.name}
        {chosen.shown && chosen.shown !== chosen.name && (
          <span className="text-sm font-normal text-quiet">{chosen.shown}</span>
        )}
      </h2>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <HealthCard channel={chosen} to={to} zone={zone} />
          {chosen.webhook_url && <AddressCard channel={chosen} where={where} />}
          {besides}
          <ChangeCard channel={chosen} to={to} />
        </div>
        <div className="grid gap-4">
          <RehearsalCard channel={chosen} to={to} played={last?.played} />
          <LatelyCard came={came} zone={zone} />
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton to={`${to}?new&id=${chosen.id}`} variant="ghost">
          Replace the credentials
        </LinkButton>
        <LinkButton to={`${to}?id=${chosen.id}&leave`} variant="ghost" icon={Unplug}>
          Disconnect
        </LinkButton>
      </div>
    </>
  );
}

/** The last step before a channel goes. */
function Leave({ channel, to, last, zone }: { channel: Channel; to: string; last: ChannelLast; zone: string }) {
  const working = useNavigation().state !== "idle";
  const { id, name, shown, made_at } = channel;
  const back = `${to}?id=${id}`;
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
      <Form method="post" action={`${to}?id=${id}`} className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" size="lg" icon={Unplug} name="intent" value="leave" working={working}>
          Disconnect
        </Button>
        <LinkButton to={back} size="lg">
          Keep it
        </LinkButton>
      </Form>
    </div>
  );
}
