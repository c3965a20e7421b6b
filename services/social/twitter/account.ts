import { z } from "zod";
import { twitter } from "../../connectors/twitter";
import { type ChannelRow, channelSecrets, type Secrets } from "../channels";
import type { SocialDeps } from "../deps";

/** What is kept as JSON where other channels have a token; the application's secret is the proof of its webhooks. */
const Tokens = z.object({ consumer_key: z.string(), token: z.string(), token_secret: z.string() });
type Tokens = z.infer<typeof Tokens>;

export function tokensText(tokens: Tokens): string {
  return JSON.stringify(tokens);
}

/** An account on X, with the secrets of a channel. */
export function accountWith({ xUrl: url }: SocialDeps, { token, proof }: Pick<Secrets, "token" | "proof">) {
  return twitter({ url, keys: { ...Tokens.parse(JSON.parse(token)), consumer_secret: proof } });
}

/** The account of a connected channel. */
export function connectedAccount(deps: SocialDeps, account: string, row: ChannelRow) {
  return accountWith(deps, channelSecrets(deps.secret, account, row));
}
