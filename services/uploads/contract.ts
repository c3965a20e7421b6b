import { z } from "zod";
import { purposes } from "../../rules/files";
import { contract, DoneAnswer } from "../kit/contract";

const Purpose = z.enum(purposes);

/** A stored file. `url` is a signed link for people of the account, good for an hour (a photo's has no end). */
export const StoredFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.number().int(),
  purpose: Purpose,
  by: z.string(),
  at: z.string(),
  url: z.string(),
});
export type StoredFile = z.infer<typeof StoredFile>;

const Refused = z.object({ name: z.string(), message: z.string() });
const id = z.uuid();
const uploadable = Purpose.exclude(["export", "recording"]);

/** Files: chat-uploads of the specification (spec 1 §7, R063), and the calls by which our services share them. */
export const uploads = contract("uploads", {
  chatUploads: {
    delegated: true,
    method: "POST",
    path: "/uploads/chat-uploads",
    summary: "Upload files: multipart, each file a part with a file name; one refused file refuses all",
    raw: true,
    writes: true,
    query: z.object({ purpose: uploadable.default("issue").catch("issue") }),
    answers: { 201: z.object({ files: z.array(StoredFile) }) },
  },
  form: {
    delegated: true,
    method: "POST",
    path: "/uploads/form",
    summary: "A whole form with files in it: the files are kept, the other fields come back as they were sent",
    raw: true,
    writes: true,
    query: z.object({ purpose: uploadable }),
    answers: {
      201: z.object({
        files: z.array(StoredFile),
        refused: z.array(Refused),
        fields: z.array(z.tuple([z.string(), z.string()])),
      }),
    },
  },
  file: {
    delegated: true,
    method: "GET",
    path: "/uploads/files/{id}",
    summary: "One file with a fresh link: its sender's, an administrator's, or everyone's when it is a photo",
    params: z.object({ id }),
    answers: { 200: StoredFile },
  },
  removeFile: {
    delegated: true,
    method: "DELETE",
    path: "/uploads/files/{id}",
    summary: "Take back a file that one sent and no form has named yet",
    writes: true,
    params: z.object({ id }),
    answers: { 200: DoneAnswer },
  },
  attach: {
    method: "POST",
    path: "/uploads/attach",
    summary: "Bind files to what they belong to; any unknown id, or one bound elsewhere, binds none",
    internal: true,
    writes: true,
    body: z.strictObject({
      ids: z.array(id).min(1).max(50),
      subject: z.string().min(1).max(40),
      subject_id: z.string().min(1).max(100),
      /** Only files that this person sent. */
      user_id: z.string().max(40).optional(),
    }),
    answers: { 201: z.object({ files: z.array(StoredFile) }) },
  },
  copy: {
    method: "POST",
    path: "/uploads/copy",
    summary: "Copies of files of the account, sent by a person and bound to nothing yet",
    internal: true,
    writes: true,
    body: z.strictObject({
      ids: z.array(id).min(1).max(10),
      user: z.strictObject({ id: z.string().max(40), name: z.string().max(200) }),
    }),
    answers: { 201: z.object({ files: z.array(StoredFile) }) },
  },
  filesOf: {
    method: "GET",
    path: "/uploads/of",
    summary: "The files of what they belong to, with fresh links",
    internal: true,
    query: z.object({ subject: z.string().max(40), subject_id: z.string().max(100) }),
    answers: { 200: z.object({ files: z.array(StoredFile) }) },
  },
  link: {
    method: "GET",
    path: "/uploads/files/{id}/link",
    summary: "A link of a chosen length; an open one needs no session (for a provider outside)",
    internal: true,
    params: z.object({ id }),
    query: z.object({
      seconds: z.coerce
        .number()
        .int()
        .min(60)
        .max(8 * 24 * 3600)
        .default(3600),
      open: z.union([z.boolean(), z.stringbool()]).default(false),
    }),
    answers: { 200: z.object({ url: z.string(), expires_at: z.string() }) },
  },
  keep: {
    method: "POST",
    path: "/uploads/keep",
    summary: "A file that the system made: the body is its bytes",
    internal: true,
    raw: true,
    writes: true,
    query: z.object({
      purpose: Purpose,
      name: z.string().min(1).max(200),
      subject: z.string().min(1).max(40),
      subject_id: z.string().min(1).max(100),
    }),
    answers: { 201: StoredFile },
  },
  dropOf: {
    method: "POST",
    path: "/uploads/drop",
    summary: "Remove the files of what they belonged to",
    internal: true,
    writes: true,
    body: z.strictObject({ subject: z.string().min(1).max(40), subject_id: z.string().min(1).max(100) }),
    answers: { 200: z.object({ removed: z.number().int() }) },
  },
  dropFiles: {
    method: "POST",
    path: "/uploads/drop-files",
    summary: "Remove files by their ids, whatever they belong to; what is not there is gone already",
    internal: true,
    writes: true,
    body: z.strictObject({ ids: z.array(id).max(1_000) }),
    answers: { 200: z.object({ removed: z.number().int() }) },
  },
  dropOlder: {
    method: "POST",
    path: "/uploads/drop-older",
    summary: "Remove the files of these purposes that are older than a moment, a thousand at a time",
    internal: true,
    writes: true,
    body: z.strictObject({ before: z.iso.datetime(), purposes: z.array(Purpose).min(1) }),
    answers: { 200: z.object({ removed: z.number().int(), more: z.boolean() }) },
  },
});
