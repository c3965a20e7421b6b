import { sql } from "kysely";
import { z } from "zod";
import { type HeaderFormat, headerFileFault } from "../../rules/whatsapp/header-files";
import { type Database, readAccount } from "../kit/database";
import { signLink } from "../kit/file-links";
import { hasRows } from "../kit/rows";
import { HttpError } from "../kit/serve";
import type { ShownFile } from "./contract.templates";
import type { WhatsappDeps } from "./deps";

/** A file of a header as it is kept beside what it belongs to. */
export const HeaderFileRow = z.object({ id: z.string(), name: z.string(), type: z.string(), bytes: z.number() });
export type HeaderFileRow = z.infer<typeof HeaderFileRow>;

/** A link opens the file for people of the account who are signed in; it is signed again each time that it is shown. */
const linkSeconds = 24 * 3_600;

/** With a link to it, as pages show it. */
export function shownFile(
  { secret }: Pick<WhatsappDeps, "secret">,
  account: string,
  file: HeaderFileRow | null,
): ShownFile | null {
  if (!file) return null;
  const { id, name, type, bytes } = file;
  const expires = Math.floor(Date.now() / 1_000) + linkSeconds;
  return { name, type, bytes, url: signLink(secret, { account, id, expires, open: false }) };
}

type Binding = { format: HeaderFormat; subject: string; subject_id: string; user_id: string | null };

const gone = "The file is no longer there. Choose it again.";

/**
 * A file that someone sent, when WhatsApp would take it in such a header, bound to what it is for; the same one again is
 * bound once. @throws HttpError 422 at `field`, 503
 */
export async function takeHeaderFile(
  deps: WhatsappDeps,
  account: string,
  { id, field }: { id: string; field: string },
  { format, subject, subject_id, user_id }: Binding,
): Promise<HeaderFileRow> {
  const refuse = (words: string) => new HttpError(422, "Please correct the marked fields.", { [field]: [words] });
  const { uploads } = deps.clientsOfAccount(account);
  const found = await uploads.file({ params: { id } });
  if (found.status === 404) throw refuse(gone);
  if (found.status !== 200) throw new HttpError(503, found.body.message);
  const fault = headerFileFault(format, found.body);
  if (fault) throw refuse(fault);
  const bound = await uploads.attach({ body: { ids: [id], subject, subject_id, ...(user_id ? { user_id } : {}) } });
  if (bound.status === 404) throw refuse(gone);
  if (bound.status !== 201) throw new HttpError(503, bound.body.message);
  const { name, type, bytes } = found.body;
  return { id, name, type, bytes };
}

/** Removes a file when no template and no broadcast has it any more: dry runs send the file of their broadcast. */
export async function dropUnused(
  { db }: Pick<Database, "db">,
  deps: WhatsappDeps,
  account: string,
  file: HeaderFileRow | null,
): Promise<void> {
  if (!file) return;
  const used = await readAccount(db, account, (trx) =>
    hasRows(
      trx,
      sql`select 1 from whatsapp.templates where customer_account = ${account} and sample ->> 'id' = ${file.id}
        union all select 1 from whatsapp.broadcasts where customer_account = ${account} and file ->> 'id' = ${file.id}
        limit 1`,
    ),
  );
  // What can't be removed now stays where it is, and harms no one.
  if (!used) await deps.clientsOfAccount(account).uploads.dropFiles({ body: { ids: [file.id] } });
}
