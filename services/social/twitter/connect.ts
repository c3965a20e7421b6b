import type { z } from "zod";
import { inAccount } from "../../kit/database";
import { type ChannelRow, hookUrl, mustHave, noteError } from "../channels";
import type { TwitterForm } from "../contract.forms";
import type { SocialContext } from "../deps";
import { type As, explain, readAnswer, saveChannel } from "../save";
import { accountWith, tokensText } from "./account";

/** Asks X whose keys these are before they are kept, and has it post to us. @throws NotConnected */
export async function connectTwitter(
  { db, deps }: SocialContext,
  account: string,
  { api_key, api_secret, access_token, access_secret, name }: z.output<typeof TwitterForm>,
  as: As,
): Promise<ChannelRow> {
  const token = tokensText({ consumer_key: api_key, token: access_token, token_secret: access_secret });
  const secrets = { token, proof: api_secret, verify: "" };
  const x = accountWith(deps, secrets);
  const who = await x.me().catch((error: unknown) => explain("twitter", error));
  const made = { channel: "twitter" as const, who, name, secrets, token_until: null };
  const { row } = await saveChannel({ db, deps }, account, made, as);
  // Without it the account still sends; not every plan of X's has it.
  const words = await x.subscribe(hookUrl(deps, row)).then(
    () => "",
    (error: unknown) => readAnswer("twitter", error),
  );
  return inAccount(db, account, async (trx) => {
    if (words) await noteError(trx, account, row.id, `X does not post what happens to this address: ${words}`);
    return mustHave(trx, account, row.id);
  });
}
