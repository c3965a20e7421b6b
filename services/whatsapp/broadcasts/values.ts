import { mediaKey } from "../../../rules/whatsapp/header-files";
import { headerFormat } from "../../../rules/whatsapp/templates";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { actorId } from "../../kit/principal";
import { type Handlers, HttpError } from "../../kit/serve";
import type { whatsapp } from "../contract";
import type { WhatsappDeps } from "../deps";
import { dropUnused, type HeaderFileRow, takeHeaderFile } from "../header-file";
import { type MessageSources, mustBeMapped, priceDraft } from "./price";
import { type BroadcastRow, broadcastRow } from "./store";

export const noBroadcast = "There is no such broadcast.";

/** The calls that say where the values of a draft's messages are from. */
export function valueHandlers(
  database: Database,
  deps: WhatsappDeps,
): Pick<Handlers<typeof whatsapp.calls>, "mapBroadcast" | "setBroadcastFile"> {
  const { db } = database;

  /** Keeps other sources, and prices the draft again. @returns the file that it had. @throws HttpError 404, 409, 422 */
  async function keep(
    account: string,
    id: number,
    change: (found: BroadcastRow) => MessageSources,
  ): Promise<HeaderFileRow | null> {
    return inAccount(db, account, async (trx) => {
      const found = mustBeDraft(await broadcastRow(trx, account, id, "update"));
      await priceDraft(trx, account, id, change(found));
      return found.file;
    });
  }

  return {
    async mapBroadcast({ params: { id }, body: { mapping, file_later } }, { account }) {
      // A link for everyone takes the place of a file for everyone.
      const linked = Boolean(mapping[mediaKey]?.text);
      const before = await keep(account, id, ({ components, file }) => {
        const sources = { components, mapping, file: linked ? null : file };
        mustBeMapped(sources, { fileLater: file_later });
        return sources;
      });
      if (linked) await dropUnused(database, deps, account, before);
      return { status: 201, body: { status: 201, message: "The values were kept." } };
    },

    async setBroadcastFile({ params: { id }, body: { file_id } }, { account, who }) {
      const { components } = mustBeDraft(await readAccount(db, account, (trx) => broadcastRow(trx, account, id)));
      const format = headerFormat(components);
      if (!format) throw new HttpError(409, "The template of this broadcast has no file in its header.");
      const place = { format, subject: "whatsapp broadcast", subject_id: String(id), user_id: actorId(who) };
      const file =
        file_id === null ? null : await takeHeaderFile(deps, account, { id: file_id, field: "file_id" }, place);
      const before = await keep(account, id, ({ mapping }) => ({
        ...{ components, file },
        mapping: { ...mapping, [mediaKey]: { field: mapping[mediaKey]?.field ?? "", text: "" } },
      }));
      if (before?.id !== file?.id) await dropUnused(database, deps, account, before);
      return { status: 201, body: { status: 201, message: file ? `${file.name} was chosen.` : "No file is chosen." } };
    },
  };
}

/** @throws HttpError 404, 409 */
function mustBeDraft(found: BroadcastRow | undefined): BroadcastRow {
  if (!found) throw new HttpError(404, noBroadcast);
  if (found.status !== "draft") throw new HttpError(409, "This broadcast was confirmed already.");
  return found;
}
