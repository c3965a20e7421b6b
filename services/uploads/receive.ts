import { fileLimits, type Purpose } from "../../rules/files";
import { isForm } from "../../rules/form-bounds";
import type { RawBody } from "../kit/contract";
import { type Database, inAccount } from "../kit/database";
import { excelTypes, type FileType, imageTypes, mediaTypes, officeTypes, safeName } from "../kit/file-types";
import { BrokenForm, FormTooBig, type MultipartPart, readParts } from "../kit/multipart";
import { notAForm } from "../kit/read-body";
import { HttpError } from "../kit/serve";
import { FileRefused, type Rules, type Storage, type StoredObject } from "../kit/storage";
import { addFile, type FileRow } from "./store";

/** By content (R059: issues take images, PDF and Excel; Q076: chats office files, sound and film as well). */
export const purposeTypes: Record<Purpose, readonly FileType[]> = {
  issue: [...imageTypes, "application/pdf", ...excelTypes],
  ticket: [...imageTypes, "application/pdf", ...officeTypes, "text/csv"],
  chat: [...imageTypes, "application/pdf", ...officeTypes, ...mediaTypes],
  template: ["image/jpeg", "image/png", "application/pdf", "video/mp4"],
  slip: [...imageTypes, "application/pdf"],
  sender: [...imageTypes, "application/pdf"],
  photo: ["image/png", "image/jpeg", "image/webp"],
  email: ["image/png", "image/jpeg", "image/gif", "application/pdf", ...officeTypes, "text/csv"],
  export: ["application/zip"],
  recording: ["audio/mpeg"],
  sound: ["audio/mpeg"],
};

/** What a file of this purpose may be; a photo of a person is drawn small and needs no more. */
export function rulesFor(purpose: Purpose): Rules {
  const { maxBytes } = fileLimits[purpose];
  return { maxBytes, types: purposeTypes[purpose], ...(purpose === "photo" ? { maxSide: 4_096 } : {}) };
}

type Sender = { id: string; name: string } | undefined;
type ReceivedForm = { files: FileRow[]; refused: { name: string; message: string }[]; fields: [string, string][] };

const megabyte = 1024 * 1024;
const maxFields = 500_000;

/**
 * Takes a multipart form as it arrives: files go to the store, fields are kept as text.
 * @param strict one refused file refuses them all (422), and nothing stays; else each refusal is told with its name
 */
export async function receiveForm(
  database: Database,
  storage: Storage,
  account: string,
  stream: RawBody,
  { purpose, sender, strict }: { purpose: Purpose; sender: Sender; strict: boolean },
): Promise<ReceivedForm> {
  const { files: maxFiles, maxBytes } = fileLimits[purpose];
  const kept: { name: string; file: StoredObject }[] = [];
  const refused: ReceivedForm["refused"] = [];
  const fields: ReceivedForm["fields"] = [];
  let room = maxFields;
  const refuse = (name: string, message: string) => {
    if (strict) throw new HttpError(422, message, { file: [message] });
    refused.push({ name, message });
  };
  try {
    // Whole files beyond the limit are read past; this is where reading ends.
    for await (const part of readParts(stream.body, stream.type, (maxFiles + 1) * maxBytes + megabyte)) {
      if (part.filename === undefined) {
        const text = await readText(part, room);
        room -= text.length;
        fields.push([part.name, text]);
      } else if (part.filename !== "") {
        const shown = safeName(part.filename, "text/csv").replace(/\.csv$/, "");
        if (kept.length === maxFiles) refuse(shown, tooMany(maxFiles));
        else {
          const file = await one(storage, account, part, purpose, (message) => refuse(shown, message));
          if (file) kept.push({ name: safeName(part.filename, file.type), file });
        }
      }
    }
    if (!isForm(fields)) throw new HttpError(400, notAForm);
    const files = await inAccount(database.db, account, async (trx) => {
      const rows: FileRow[] = [];
      for (const { name, file } of kept)
        rows.push(await addFile(trx, account, file, { name, purpose, ...(sender ? { sender } : {}) }));
      return rows;
    });
    return { files, refused, fields };
  } catch (error) {
    for (const { file } of kept) await storage.remove(file.key);
    throw wordsFor(error, maxFiles, maxBytes);
  }
}

/** One file of a form, or undefined when it was refused; the rest of its bytes are read past then. */
async function one(
  storage: Storage,
  account: string,
  part: MultipartPart,
  purpose: Purpose,
  refuse: (message: string) => void,
): Promise<StoredObject | undefined> {
  try {
    return await storage.put(account, part.bytes(), rulesFor(purpose));
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    if (error.reason === "no-room") throw new HttpError(503, error.message);
    refuse(error.message);
    return undefined;
  }
}

function wordsFor(error: unknown, maxFiles: number, maxBytes: number): unknown {
  const words =
    error instanceof FormTooBig
      ? `That is too much at once: at most ${maxFiles} ${maxFiles === 1 ? "file" : "files"} of ${maxBytes / megabyte} MB.`
      : error instanceof BrokenForm
        ? "The upload did not arrive whole. Send it again."
        : undefined;
  return words === undefined ? error : new HttpError(422, words, { file: [words] });
}

function tooMany(most: number): string {
  return most === 1 ? "Only one file can be sent here." : `At most ${most} files can be sent at once.`;
}

async function readText(part: MultipartPart, room: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of part.bytes()) {
    length += piece.length;
    if (length > room) throw new HttpError(413, "The form is too long.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
