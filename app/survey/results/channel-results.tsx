import { commas } from "../../../rules/format";
import type { SurveyStatistics } from "../../../services/survey/contract.responses";
import { href, type Query } from "../../href";
import { channelPath } from "../../kit/survey-runs/labels";
import { Card } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";

type ChannelProps = { uuid: string; channels: SurveyStatistics["by_channel"]; filters: Query };

/** How many began and completed on each channel; nothing where there is one channel. */
export function ChannelResults({ uuid, channels, filters }: ChannelProps) {
  if (channels.length < 2) return null;
  return (
    <Card label="Channels" padded>
      <h2 className="font-semibold">Channels</h2>
      <ul className="mt-2 grid max-w-[720px] gap-1">
        {channels.map(({ channel, last_channel, sessions, completed }) => (
          <li key={`${channel} ${last_channel}`} className="flex flex-wrap justify-between gap-x-4">
            <Link
              className="link"
              to={href("/survey/:uuid/responses", { uuid }, { ...filters, state: "all", channel, last_channel })}
            >
              {channelPath({ channel, last_channel })}
            </Link>
            <span className="num text-quiet">
              {commas(completed)} of {commas(sessions)} completed
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
