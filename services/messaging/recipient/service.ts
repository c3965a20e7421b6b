import { parsePhone } from "../../../rules/phone.foreign";
import { problem } from "../../kit/contract";
import { type Database, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { recipientCalls } from "../contract.recipient";
import { loadRecipient } from "./store";

/** The call behind the page of one recipient. */
export function recipientHandlers({
  db,
}: Database): Pick<Handlers<typeof messaging.calls>, keyof typeof recipientCalls> {
  return {
    async recipient({ query }, { account }) {
      const phone = parsePhone(query.number);
      if (!phone.ok) {
        const words = query.number === "" ? "Enter a phone number." : `${query.number}: ${phone.reason}.`;
        return problem(422, words, { number: [words] });
      }
      return { status: 200, body: await readAccount(db, account, (trx) => loadRecipient(trx, account, phone.e164)) };
    },
  };
}
