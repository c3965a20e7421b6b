import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import { type CrmDeps, currentTime } from "../deps";
import type { GuestLimits } from "../links/limits";
import { findSecretLink } from "../links/store";
import { answerQuote, showQuote } from "./answer";
import { quoteFile } from "./pdf";
import { findSeller } from "./send";
import { findQuote, findSentVersion } from "./store";

/** The calls that a customer makes with the link alone. */
export type GuestCall = "shownQuote" | "answerQuote" | "shownQuoteFile";

/** What a quote's customer may do: read it, as a page and as a PDF, and answer it. */
export function guestQuoteHandlers(
  { db }: Database,
  deps: CrmDeps,
  limits: GuestLimits,
): Pick<Handlers<typeof crm.calls>, GuestCall> {
  /** Whose quote an address is of. @throws HttpError 404, 429 */
  async function follow(token: string, address: string): Promise<{ account: string; id: number }> {
    const found = await findSecretLink(db, "quote", token);
    if (!found) throw limits.unknown(address);
    limits.takeRead(token);
    return { account: found.account, id: Number(found.subject) };
  }

  return {
    async shownQuote({ params: { token } }, { address }) {
      const { account, id } = await follow(token, address);
      const { zone } = await findSeller(deps, account);
      const body = await readAccount(db, account, async (trx) =>
        showQuote(trx, account, await findQuote(trx, account, id, currentTime(deps)), zone),
      );
      return { status: 200, body };
    },

    async answerQuote({ params: { token }, body }, { address }) {
      const { account, id } = await follow(token, address);
      limits.takeAnswer(token);
      const { zone } = await findSeller(deps, account);
      const shown = await inAccount(db, account, async (trx) => {
        const { kept } = await answerQuote(trx, account, id, body, currentTime(deps));
        return showQuote(trx, account, kept, zone);
      });
      return { status: 201, body: shown };
    },

    async shownQuoteFile({ params: { token } }, { address }) {
      const { account, id } = await follow(token, address);
      const sent = await readAccount(db, account, (trx) => findSentVersion(trx, account, id));
      if (!sent) throw limits.unknown(address);
      return { status: 200, body: await quoteFile(sent.document) };
    },
  };
}
