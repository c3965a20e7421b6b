import { playstore } from "../../connectors/playstore";
import { ServiceAccount } from "../../connectors/service-account";
import { type ChannelRow, channelSecrets, type Secrets } from "../channels";
import type { SocialDeps } from "../deps";

/** The app of a channel, with its service account, which is kept as JSON where other channels have a token. */
export function appWith(
  { playUrl: url, googleTokenUrl: tokenUrl }: SocialDeps,
  app: string,
  secrets: Pick<Secrets, "token">,
) {
  return playstore({ url, tokenUrl, account: ServiceAccount.parse(JSON.parse(secrets.token)), app });
}

/** The app of a connected channel. */
export function connectedApp(deps: SocialDeps, account: string, row: ChannelRow) {
  return appWith(deps, row.external_id, channelSecrets(deps.secret, account, row));
}
