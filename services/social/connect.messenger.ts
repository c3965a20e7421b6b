import { messenger } from "../connectors/messenger";
import { inAccount } from "../kit/database";
import { mustHave, noteError } from "./channels";
import type { SocialContext } from "./deps";
import { type As, explain, NotConnected, readAnswer, saveChannel } from "./save";

type Form = { page_id: string; token: string; app_secret: string; verify_token: string; name: string };

/** @throws NotConnected */
export async function connectMessenger({ db, deps }: SocialContext, account: string, given: Form, as: As) {
  const { graphUrl: url, graphVersion: version } = deps;
  const page = messenger({ url, version, page: given.page_id, token: given.token });
  const who = await page.me().catch((error: unknown) => explain("facebook", error));
  if (who.id !== given.page_id)
    throw new NotConnected(`This token is of ${who.name || "another"} (${who.id}), not of the page ${given.page_id}.`);
  const token_until = await page.tokenUntil();
  const secrets = { token: given.token, proof: given.app_secret, verify: given.verify_token };
  const made = { channel: "facebook" as const, who, name: given.name, secrets, token_until };
  const { row } = await saveChannel({ db, deps }, account, made, as);
  // It may be subscribed by hand in the app, and it sends without.
  const words = await page.subscribe().then(
    () => "",
    (error: unknown) => readAnswer("facebook", error),
  );
  return inAccount(db, account, async (trx) => {
    if (words) await noteError(trx, account, row.id, `The page could not be subscribed to its messages: ${words}`);
    return mustHave(trx, account, row.id);
  });
}
