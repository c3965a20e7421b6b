import { type ChannelRow, secretsOf } from "./channels";
import type { SocialDeps } from "./deps";
import type { Line } from "./network";
import { networks } from "./networks";

/** A channel's connection to its network, with its own secrets. */
export function lineOf(deps: SocialDeps, account: string, row: ChannelRow): Line {
  return networks[row.channel].line({ deps, row, secrets: secretsOf(deps.secret, account, row) });
}
