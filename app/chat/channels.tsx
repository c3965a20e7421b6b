// /chat/channels - every way in for customers, whether it works, and what to do where it doesn't
import { useLoaderData } from "@remix-run/react";
import { channels } from "../../rules/channels";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titled } from "../kit/title";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { page } from "../shell/page.server";
import { ChannelIcon } from "./channels/channel-icon";
import { healthWords } from "./channels/channel-labels";
import { type ChannelSummary, loadOverview } from "./channels/channels.server";
import { connectableChannels } from "./channels/connectable-channels";
import { channelNames } from "./inbox/labels";

const path = "/chat/channels";

export const meta = titled("Channels");

export const loader = page(path, loadOverview);

function lastWords(channel: ChannelSummary["channel"]): string {
  const { visits } = channels[channel];
  return visits === undefined ? "Last received:" : visits === "in the app" ? "Last user:" : "Last visitor:";
}

/** One way in: whether it works, and in full what to do where it doesn't. */
function ChannelSummaryRow({ summary, zone }: { summary: ChannelSummary; zone: string }) {
  const { channel, name, to, state, words, todo, last_in, last_out } = summary;
  const [kind, word] = healthWords[state];
  const when = (at: string | null) => (at ? <DateTime at={at} zone={zone} /> : "nothing yet");
  return (
    <li className="grid gap-x-6 gap-y-1 px-5 py-3 max-md:px-4 md:grid-cols-[minmax(0,1fr)_11rem_15rem]">
      <div className="flex min-w-0 items-start gap-3">
        <span className="mt-0.5 shrink-0 text-quiet">
          <ChannelIcon channel={channel} size={20} />
        </span>
        <div className="min-w-0">
          <p className="wrap-anywhere">
            <Link className="link font-medium" to={to}>
              {name}
            </Link>{" "}
            <span className="text-sm text-quiet">{channelNames[channel]}</span>
          </p>
          {(words || todo) && <p className="text-sm wrap-anywhere">{[words, todo].filter(Boolean).join(" ")}</p>}
        </div>
      </div>
      <p className="max-md:pl-8">
        <Status kind={kind}>{word}</Status>
      </p>
      <p className="text-sm text-quiet max-md:pl-8">
        {lastWords(channel)} {when(last_in)}
        {!channels[channel].visits && <span className="block">Last sent: {when(last_out)}</span>}
      </p>
    </li>
  );
}

export default function Channels() {
  const { overview, zone } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Channels" text="How customers can reach you, and whether each channel works." />
      <Card label="Channels">
        {overview.length > 0 ? (
          <ul className="divide-y divide-line">
            {overview.map((summary) => (
              <ChannelSummaryRow key={summary.id} summary={summary} zone={zone} />
            ))}
          </ul>
        ) : (
          <EmptyState title="No channel yet" text="Connect a channel below. Its messages appear in the inbox." />
        )}
      </Card>
      <h2 className="mt-6 mb-3 text-base font-semibold">Connect a channel</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {connectableChannels.map(({ channel, to, text }) => (
          <li key={channel}>
            <Link
              to={channels[channel].visits ? to : href("/chat/channels/:network/new", { network: channel })}
              className="card flex h-full items-start gap-3 p-4 hover:bg-raised"
            >
              <span className="mt-0.5 shrink-0">
                <ChannelIcon channel={channel} size={20} />
              </span>
              <span className="min-w-0">
                <span className="block font-medium">{channelNames[channel]}</span>
                <span className="block text-quiet">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
