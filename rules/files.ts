/** What a file is for decides which types it may have, how big it is, and who may open it. */
export const purposes = [
  "issue",
  "ticket",
  "chat",
  "template",
  "slip",
  "sender",
  "photo",
  "email",
  "export",
  "recording",
  "sound",
] as const;
export type Purpose = (typeof purposes)[number];

const megabyte = 1024 * 1024;

const media = "audio/*,video/mp4,video/3gpp,.ogg,.mp3,.m4a,.aac,.amr,.mp4,.3gp";

/**
 * The limits of each purpose (R059, Q047, Q076): `files` at a time of `mostBytes` each. `accept` helps the file chooser
 * and decides nothing: the service goes by the content. Nobody uploads an export: the system makes it.
 */
export const fileLimits = {
  issue: { files: 5, maxBytes: 10 * megabyte, words: "Images, PDF or Excel", accept: "image/*,.pdf,.xlsx,.xls" },
  ticket: {
    files: 5,
    maxBytes: 10 * megabyte,
    words: "Images, PDF, office files or CSV",
    accept: "image/*,.pdf,.xlsx,.xls,.docx,.doc,.pptx,.odt,.ods,.csv",
  },
  chat: {
    files: 5,
    maxBytes: 16 * megabyte,
    words: "Images, audio, video, PDF or office files",
    accept: `image/*,${media},.pdf,.xlsx,.xls,.docx,.doc,.pptx,.odt,.ods`,
  },
  /** Headers of WhatsApp's templates; the kind of the header says which of them, and a picture has 5 MB at most. */
  template: {
    files: 1,
    maxBytes: 16 * megabyte,
    words: "A JPEG or PNG picture, a PDF or an MP4 video",
    accept: "image/jpeg,image/png,application/pdf,video/mp4",
  },
  sender: { files: 5, maxBytes: 10 * megabyte, words: "Images or PDF", accept: "image/*,.pdf" },
  slip: { files: 1, maxBytes: 10 * megabyte, words: "An image or a PDF", accept: "image/*,.pdf" },
  photo: {
    files: 1,
    maxBytes: 2 * megabyte,
    words: "A PNG, JPEG or WebP image",
    accept: "image/png,image/jpeg,image/webp",
  },
  email: {
    files: 5,
    maxBytes: 2 * megabyte,
    words: "Images, PDF or office files",
    accept: "image/png,image/jpeg,image/gif,.pdf,.xlsx,.docx,.pptx,.csv",
  },
  /** A call as the browser recorded it: 32 kbit/s are 14 MB an hour. */
  recording: { files: 1, maxBytes: 64 * megabyte, words: "An mp3", accept: ".mp3" },
  /** What callers hear: a minute is half a megabyte. */
  sound: { files: 1, maxBytes: 5 * megabyte, words: "An mp3", accept: ".mp3" },
  export: { files: 1, maxBytes: 512 * megabyte, words: "An archive", accept: ".zip" },
} as const satisfies Record<Purpose, { files: number; maxBytes: number; words: string; accept: string }>;

/** What a browser can play in place; the rest (AMR, 3GP) is for a program of one's own. */
export function playerKind(type: string): "audio" | "video" | "" {
  if (/^audio\/(ogg|mpeg|mp4|aac)$/.test(type)) return "audio";
  return type === "video/mp4" ? "video" : "";
}
