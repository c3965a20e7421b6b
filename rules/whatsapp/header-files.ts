// Files in the headers of WhatsApp's message templates: what WhatsApp takes, and how one is named in a message.

/** What a header may be in the place of a text; each message has a file of its own. */
export const headerFormats = ["IMAGE", "DOCUMENT", "VIDEO"] as const;
export type HeaderFormat = (typeof headerFormats)[number];

const megabyte = 1024 * 1024;

type HeaderFileKind = {
  word: string;
  types: readonly string[];
  maxBytes: number;
  /** What is taken, as the end of a sentence. */
  words: string;
};

/**
 * WhatsApp's own limits (Cloud API, supported media types), but for documents: it takes PDFs of 100 MB, and our own store
 * 16 MB.
 */
const kinds: Record<HeaderFormat, HeaderFileKind> = {
  IMAGE: {
    word: "picture",
    types: ["image/jpeg", "image/png"],
    maxBytes: 5 * megabyte,
    words: "a JPEG or a PNG of at most 5 MB",
  },
  DOCUMENT: {
    word: "document",
    types: ["application/pdf"],
    maxBytes: 16 * megabyte,
    words: "a PDF of at most 16 MB",
  },
  VIDEO: { word: "video", types: ["video/mp4"], maxBytes: 16 * megabyte, words: "an MP4 of at most 16 MB" },
};

/** The value of a template that names its file by its address. */
export const mediaKey = "header.media";

export function isHeaderFormat(format: string): format is HeaderFormat {
  return Object.hasOwn(kinds, format);
}

/** "picture", "document" or "video". */
export function headerFileWord(format: HeaderFormat): string {
  return kinds[format].word;
}

/** "Picture", "Document" or "Video". */
export function headerFileTitle(format: HeaderFormat): string {
  return capitalised(kinds[format].word);
}

/** What may be chosen, as a sentence: "A JPEG or a PNG of at most 5 MB." */
export function headerFileHelp(format: HeaderFormat): string {
  return `${capitalised(kinds[format].words)}.`;
}

function capitalised(words: string): string {
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

/** What an input's `accept` says of it. It helps to choose and decides nothing. */
export function headerFileAccept(format: HeaderFormat): string {
  return kinds[format].types.join(",");
}

/** Why WhatsApp would not take a file in such a header; undefined: it does. @param file `type` by its content */
export function headerFileFault(format: HeaderFormat, file: { type: string; bytes: number }): string | undefined {
  const { word, types, maxBytes, words } = kinds[format];
  if (types.includes(file.type) && file.bytes <= maxBytes) return undefined;
  return `The ${word} of a header is ${words}. Choose another file.`;
}

/** Whether a file's address is one that WhatsApp fetches it from. */
export function isMediaLink(value: string): boolean {
  return /^https:\/\/[^\s/]+\S*$/.test(value);
}

/** A file that WhatsApp has, by the ID that it gave to it. */
export type HeaderFile = { id: string; name: string };

/**
 * The only parameter of such a header: the address from which WhatsApp fetches the file, or else the file that it has.
 * With neither there is none.
 */
export function mediaParameters(format: HeaderFormat, link: string, file: HeaderFile | undefined): object[] {
  const type = format.toLowerCase();
  const from = link !== "" ? { link } : file && { id: file.id };
  if (!from) return [];
  const filename = link !== "" ? link.split(/[?#]/)[0]?.split("/").at(-1) : file?.name;
  const named = format === "DOCUMENT" && filename ? { filename: filename.slice(0, 200) } : {};
  return [{ type, [type]: { ...from, ...named } }];
}
