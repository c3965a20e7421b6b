import { showDate } from "../../../rules/format";
import type { ShownMessage } from "../../../rules/webchat";
import { type Database, inAccount } from "../../kit/database";
import { mailLater } from "../../kit/mail";
import { HttpError } from "../../kit/serve";
import type { WebchatDeps } from "../deps";
import { loadThread } from "./thread";
import type { VisitorSession } from "./visits";

const most = 200;

/**
 * Queues the conversation as a plain mail, once for each conversation and address. Somebody of the account must have
 * answered: else anybody could make us send their own text to whom they like.
 * @throws HttpError 409
 */
export async function transcriptTo(
  database: Database,
  deps: WebchatDeps,
  { site, visitor }: VisitorSession,
  email: string,
): Promise<void> {
  const { contact, messages } = await loadThread(deps, site, visitor, undefined, most);
  if (!contact || !messages.some(({ mine, type }) => !mine && type !== "event"))
    throw new HttpError(409, "There is nothing to send yet: no one has answered.");
  const swahili = visitor.language === "sw";
  const subject = swahili ? `Mazungumzo yako na ${site.name}` : `Your chat with ${site.name}`;
  const text = [subject, ...messages.filter(({ gone }) => !gone).map((one) => lineOf(one, swahili))].join("\n\n");
  const key = `webchat transcript ${site.account} ${contact.contact_id} ${email.toLowerCase()} ${messages.at(-1)?.id}`;
  await inAccount(database.db, site.account, (trx) =>
    mailLater(trx, site.account, { to: email, subject, text }, { key }),
  );
}

function lineOf({ mine, by, at, text, file }: ShownMessage, swahili: boolean): string {
  const who = mine ? (swahili ? "Wewe" : "You") : by || (swahili ? "Kampuni" : "The team");
  const words = file ? `[${file.name}]` : text;
  return `${who}, ${showDate(at * 1000)}\n${words}`;
}
