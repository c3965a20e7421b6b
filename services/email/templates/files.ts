import { z } from "zod";
import { fileLimits } from "../../../rules/files";
import { HttpError } from "../../kit/serve";
import type { EmailDeps } from "../deps";

/** Pictures and attachments together, of each mail: to many it is small, or hosts take it for a burden. */
export const maxMailBytes = { bulk: 2_000_000, single: 10_000_000 } as const;

const pictureTypes = ["image/png", "image/jpeg", "image/gif"];
/** Files are kept for as long as a mailing may need them, which is longer than the template that had them first. */
const kept = { subject: "email", subject_id: "files" } as const;

export const EmailFile = z.object({ id: z.string(), name: z.string(), type: z.string(), bytes: z.number() });
export type EmailFile = z.infer<typeof EmailFile>;

/**
 * Binds files to the account's e-mails, so that they stay, and says what they are.
 * @throws HttpError 422 when one is gone, is no picture where one is wanted, or they are too large together
 */
export async function keepFiles(
  { clientsOfAccount }: EmailDeps,
  account: string,
  { pictures, files, maxBytes }: { pictures: readonly string[]; files: readonly string[]; maxBytes: number },
): Promise<{ pictures: EmailFile[]; files: EmailFile[] }> {
  const ids = [...new Set([...pictures, ...files])];
  if (ids.length === 0) return { pictures: [], files: [] };
  const field = pictures.length > 0 ? "blocks" : "files";
  const refused = (words: string) => new HttpError(422, words, { [field]: [words] });
  const answer = await clientsOfAccount(account).uploads.attach({ body: { ids, ...kept } });
  if (answer.status === 404) throw refused("A picture or file is no longer there. Choose it again.");
  if (answer.status !== 201) throw new HttpError(503, "The files can't be read right now. Try again in a moment.");
  const known = new Map(answer.body.files.map((file) => [file.id, file]));
  const of = (wanted: readonly string[]) => wanted.flatMap((id) => known.get(id) ?? []);
  const foreign = answer.body.files.find(({ purpose }) => purpose !== "email");
  if (foreign) throw refused(`${foreign.name} was sent for something else. Choose it again here.`);
  const odd = of(pictures).find(({ type }) => !pictureTypes.includes(type));
  if (odd) throw refused(`${odd.name} is no picture that all mail programs show. Use PNG, JPEG or GIF.`);
  const sum = answer.body.files.reduce((bytes, file) => bytes + file.bytes, 0);
  if (sum > maxBytes)
    throw refused(
      `Pictures and files together have at most ${maxBytes / 1_000_000} MB, and these have ${(sum / 1_000_000).toFixed(1)} MB.`,
    );
  const asKept = ({ id, name, type, bytes }: EmailFile) => ({ id, name, type, bytes });
  return { pictures: of(pictures).map(asKept), files: of(files).map(asKept) };
}

/** The HTML with its pictures in it, for a page that shows it: no mail host is asked. */
export async function withPictures(
  { loadFile }: Pick<EmailDeps, "loadFile">,
  account: string,
  html: string,
  pictures: readonly string[],
): Promise<string> {
  let shown = html;
  for (const [place, id] of pictures.entries()) {
    const file = await loadFile(account, id).catch(() => undefined);
    const src =
      file && file.bytes.length <= fileLimits.email.maxBytes
        ? `data:${file.type};base64,${Buffer.from(file.bytes).toString("base64")}`
        : "";
    shown = shown.replaceAll(`cid:picture${place}@mail`, src);
  }
  return shown;
}
