import { type ChannelRow, channelSecrets } from "./channels";
import type { SocialDeps } from "./deps";
import type { ChannelConnection } from "./network";
import { networks } from "./networks";

/** A channel's connection to its network, with its own secrets. */
export function connectionFor(deps: SocialDeps, account: string, row: ChannelRow): ChannelConnection {
  return networks[row.channel].line({ deps, row, secrets: channelSecrets(deps.secret, account, row) });
}
