// Files that a business gives to Meta: media of its number's messages, and samples of its templates by resumable uploads.
import { randomBytes } from "node:crypto";
import type { Hono } from "hono";

type Media = { name: string; type: string; bytes: Uint8Array; at: number };
type Session = { name: string; type: string; length: number; received: Uint8Array };

type Options = {
  number: string;
  /** The app of the token. */
  appId: string;
  fault(code: number, message: string): object;
};

const megabyte = 1024 * 1024;
/** The types that a message may have, with the most bytes of each kind. */
const supported = [
  { types: /^image\/(jpeg|png|webp)$/, most: 5 * megabyte },
  { types: /^audio\/(aac|mp4|mpeg|amr|ogg|opus)$/, most: 16 * megabyte },
  { types: /^video\/(mp4|3gpp)$/, most: 16 * megabyte },
  {
    types:
      /^(text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|presentationml\.presentation|spreadsheetml\.sheet)))$/,
    most: 100 * megabyte,
  },
];
/** A resumable upload takes these alone. */
const sampleTypes = ["application/pdf", "image/jpeg", "image/jpg", "image/png", "video/mp4"];
/** After so many milliseconds media is gone. */
const keptMs = 30 * 86_400_000;

/** What fits a header, and a message, of each kind. */
const kinds: { readonly [kind: string]: RegExp } = {
  image: /^image\/(jpe?g|png)$/,
  video: /^video\/(mp4|3gpp)$/,
  document: /^(application|text)\//,
  audio: /^audio\//,
};

/** The routes for files. Added before the routes that take any ID. */
export function addMedia(app: Hono, { number, appId, fault }: Options) {
  const media = new Map<string, Media>();
  const sessions = new Map<string, Session>();
  /** The types of the samples that were uploaded whole, by their handles. */
  const handles = new Map<string, string>();
  /** What the next files meet: `fail` with this code, or `wait` for a moment. */
  const behaviour = { files: "accept" as "accept" | "fail" | "wait", code: 131053 };

  app.post("/:version/:number/media", async (c) => {
    if (c.req.param("number") !== number) return c.json(fault(100, "Unsupported post request."), 400);
    const form = await c.req.formData().catch(() => new FormData());
    if (form.get("messaging_product") !== "whatsapp")
      return c.json(fault(100, "(#100) The parameter messaging_product is required."), 400);
    const file = form.get("file");
    if (!(file instanceof File)) return c.json(fault(100, "(#100) The parameter file is required."), 400);
    if (behaviour.files === "wait") return c.json(fault(131016, "Service unavailable."), 503);
    if (behaviour.files === "fail") return c.json(fault(behaviour.code, "Media upload error"), 400);
    const kind = supported.find(({ types }) => types.test(file.type));
    if (!kind) return c.json(fault(100, `(#100) Param file has a type that is not supported: ${file.type}`), 400);
    if (file.size > kind.most) return c.json(fault(131053, "Media upload error: the file is too large"), 400);
    const id = String(10 ** 14 + media.size) + randomBytes(2).readUInt16BE(0);
    media.set(id, {
      name: file.name,
      type: file.type,
      bytes: new Uint8Array(await file.arrayBuffer()),
      at: Date.now(),
    });
    return c.json({ id });
  });

  app.post("/:version/:app/uploads", (c) => {
    if (c.req.param("app") !== appId) return c.json(fault(100, "Unsupported post request."), 400);
    const { file_name: name = "", file_length = "", file_type: type = "" } = c.req.query();
    const length = Number(file_length);
    if (!/^[\w.-]{1,255}$/.test(name)) return c.json(fault(100, "(#100) Param file_name is not valid."), 400);
    if (!Number.isSafeInteger(length) || length <= 0)
      return c.json(fault(100, "(#100) Param file_length must be a positive number."), 400);
    if (!sampleTypes.includes(type)) return c.json(fault(100, `(#100) Param file_type is not valid: ${type}`), 400);
    const session = `upload:${randomBytes(18).toString("base64")}?sig=${randomBytes(8).toString("hex")}`;
    sessions.set(session, { name, type, length, received: new Uint8Array() });
    return c.json({ id: session });
  });

  /** The session that an address names, with its signature. */
  const sessionAt = (url: string) => {
    const { pathname, search } = new URL(url);
    return sessions.get(pathname.replace(/^\/[^/]+\//, "") + search);
  };
  app.get("/:version/:session{upload:.+}", (c) => {
    const found = sessionAt(c.req.url);
    if (!found) return c.json(fault(100, "Unsupported get request."), 400);
    return c.json({ id: c.req.param("session"), file_offset: found.received.length });
  });
  app.post("/:version/:session{upload:.+}", async (c) => {
    const found = sessionAt(c.req.url);
    if (!found) return c.json(fault(100, "Unsupported post request."), 400);
    const offset = c.req.header("file_offset");
    if (offset === undefined) return c.json(fault(100, "(#100) The header file_offset is required."), 400);
    if (Number(offset) !== found.received.length)
      return c.json(fault(100, `(#100) The header file_offset must be ${found.received.length}.`), 400);
    found.received = Buffer.concat([found.received, new Uint8Array(await c.req.arrayBuffer())]);
    if (found.received.length > found.length)
      return c.json(fault(100, "(#100) The file is longer than its file_length."), 400);
    if (found.received.length < found.length) return c.json({ file_offset: found.received.length });
    const h = `4:${Buffer.from(found.name).toString("base64")}:${Buffer.from(found.type).toString("base64")}:${randomBytes(24).toString("base64url")}`;
    handles.set(h, found.type);
    return c.json({ h });
  });

  /** Media that may still be named in a message, when it fits one of this kind. */
  function mediaFor(id: string, kind: string): Media | undefined {
    const found = media.get(id);
    return found && Date.now() - found.at < keptMs && kinds[kind]?.test(found.type) ? found : undefined;
  }

  /** Why a template's header can't be reviewed by this sample; undefined: it can. */
  function sampleFault(kind: string, handle: unknown): string | undefined {
    const type = typeof handle === "string" ? handles.get(handle) : undefined;
    if (!type) return "The header of this template needs a sample that was uploaded for it.";
    return kinds[kind]?.test(type) ? undefined : `The sample of this template's header is no ${kind}.`;
  }

  return { media, handles, behaviour, mediaFor, sampleFault };
}
