import type { Readable } from "node:stream";
import { isAdmin } from "../../rules/access";
import { type Database, readAccount } from "../kit/database";
import { readLink } from "../kit/file-links";
import type { Person } from "../kit/principal";
import type { ByteRange, Storage } from "../kit/storage";
import { type FileRow, findFile } from "./store";

/** What the door answers: the file, or why not. `forbidden` and unknown are told alike: there is no such file. */
export type OpenedFile =
  | { file: FileRow; part: ByteRange | undefined; bytes: Readable }
  | { refused: "range"; bytes: number }
  | { refused: "unknown" }
  | { refused: "expired" }
  | { refused: "sign-in" };

/** Who asks for a file. */
export type Visitor = Pick<Person, "customer_account" | "roles">;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Opens a file for somebody: with a signed link of the account they are signed in to, with an open one, or a photo of
 * that account without any. The archive of a person's data opens for administrators, whoever has its link.
 * @param range the header of that name: players ask for a stretch (RFC 9110 14.2)
 * @param whoAsks finds who asks; it is asked only when it matters
 */
export async function openFile(
  { database, storage, secret }: { database: Database; storage: Storage; secret: string },
  id: string,
  query: URLSearchParams,
  whoAsks: () => Promise<Visitor | undefined>,
  range?: string,
): Promise<OpenedFile> {
  if (!uuid.test(id)) return { refused: "unknown" };
  const signed = query.has("s");
  const link = signed ? readLink(secret, id, query) : undefined;
  if (signed && !link) return { refused: "unknown" };
  const visitor = link?.open ? { customer_account: link.account, roles: [] } : await whoAsks();
  if (visitor === undefined) return { refused: "sign-in" };
  const who = visitor.customer_account;
  if (link && link.account !== who) return { refused: "unknown" };
  if (link && link.expires * 1000 < Date.now()) return { refused: "expired" };
  const file = await readAccount(database.db, who, (trx) => findFile(trx, who, id));
  if (!file || (!link && file.purpose !== "photo")) return { refused: "unknown" };
  if (file.purpose === "export" && !isAdmin(visitor.roles)) return { refused: "unknown" };
  const part = partOf(range, file.bytes);
  if (part === "unsatisfiable") return { refused: "range", bytes: file.bytes };
  const bytes = await storage.get(file.key, part);
  return bytes ? { file, part, bytes } : { refused: "unknown" };
}

/** One stretch is given; of several, or of what is no stretch of bytes, the whole file is. */
function partOf(range: string | undefined, length: number): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, length - Number(to)) : Number(from);
  const end = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  return start >= length ? "unsatisfiable" : { start, end };
}
