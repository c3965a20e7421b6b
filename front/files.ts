import { Readable } from "node:stream";
import type { Handler } from "hono";
import type { Settings } from "../app/shell/context.server";
import { readToken } from "../app/shell/session.server";
import { fileLimits } from "../rules/files";
import type { Database } from "../services/kit/database";
import { disposition, isInline } from "../services/kit/file-types";
import type { Introspect } from "../services/kit/principal";
import type { Storage } from "../services/kit/storage";
import { openFile } from "../services/uploads/open-file";
import type { GateEnv } from "./proxies";
import { refuse, refusedRequest } from "./refusal";

/** Bytes that a form with files may have, by where it is posted: five files (of 16 MB in a chat) and what is around them. */
export const uploadBodies = {
  "/issues/create": 55_000_000,
  "/files": 90_000_000,
  "/api/uploads": 90_000_000,
  "/api/voice": 70_000_000,
  "/phone/recordings": 70_000_000,
  "/user/profile": 6_000_000,
  "/settings/selfcare/request": 12_000_000,
};

/** Where a form is posted with its files in it: by a call, or by a page without script. */
const formsByPurpose = {
  ticket: [
    "/api/ticketing/tickets",
    "/api/ticketing/tickets/files",
    "/api/ticketing/tickets/*/comments",
    "/api/ticketing/ticket/update",
    "/api/ticketing/issues",
    "/ticketing/new",
    "/ticketing/show/*/comments",
    "/ticketing/show/*/details",
  ],
  chat: ["/chat/inbox", "/chat/settings/canned-responses/*"],
  template: ["/whatsapp/template/new", "/whatsapp/inboxes/broadcasts/*", "/whatsapp/inboxes/broadcasts/*/confirm"],
  sender: ["/sms/settings/sender/new"],
  sound: ["/voice/settings/sounds/new"],
  email: ["/email/bulk", "/email/single", "/email/template/new", "/email/template/*"],
} as const;

/** Bytes of such a form: as many files as may be sent at once, and what is written beside them. */
export const fileForms = Object.fromEntries(
  Object.entries(formsByPurpose).flatMap(([purpose, paths]) => {
    const { files, maxBytes } = fileLimits[purpose as keyof typeof formsByPurpose];
    return paths.map((path) => [path, files * maxBytes + 2_000_000] as const);
  }),
);

type FilesDeps = { database: Database; storage: Storage; secret: string; introspect: Introspect; pages: Settings };

const gone = { status: 410, words: "This link is too old. Open the file from its page again." } as const;
const unknown = { status: 404, words: "There is no such file." } as const;

/**
 * The download door /files/{id}. Whatever a file claims to be, it runs nothing here: its type is the one that was found
 * in its bytes, it has an origin of its own (`sandbox`), and only pictures are shown in place. Players ask for stretches.
 */
export function filesDoor(given: FilesDeps): Handler<GateEnv> {
  const { introspect, pages } = given;
  return async (c) => {
    const url = new URL(c.req.url);
    // Nothing says whether a stretch is of the same file, and a file never changes: `If-Range` gets all of it.
    const range = c.req.header("if-range") === undefined ? c.req.header("range") : undefined;
    const opened = await openFile(
      given,
      c.req.param("id") ?? "",
      url.searchParams,
      async () => {
        const token = await readToken(c.req.raw, pages);
        const person = token ? await introspect(token, c.get("requestId")) : undefined;
        // No scope of a key is for files.
        return person?.api_key ? undefined : person;
      },
      range,
    );
    if ("refused" in opened) {
      if (opened.refused === "range") return c.body(null, 416, { "content-range": `bytes */${opened.bytes}` });
      if (opened.refused === "sign-in")
        return c.redirect(`/login?${new URLSearchParams({ to: url.pathname + url.search })}`);
      return refuse(opened.refused === "expired" ? gone : unknown, refusedRequest(c));
    }
    const { file, part, bytes } = opened;
    const headers = {
      "content-type": file.type === "text/csv" ? "text/csv; charset=utf-8" : file.type,
      "content-length": String(part ? part.end - part.start + 1 : file.bytes),
      "accept-ranges": "bytes",
      ...(part ? { "content-range": `bytes ${part.start}-${part.end}/${file.bytes}` } : {}),
      "content-disposition": disposition(file.name, isInline(file.type)),
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      // A photo's address changes with the photo; anything else is fetched again, and asked for again.
      "cache-control":
        file.purpose === "photo"
          ? "private, max-age=86400, immutable, no-transform"
          : "private, no-store, no-transform",
    };
    if (c.req.method === "HEAD") {
      bytes.destroy();
      return c.body(null, part ? 206 : 200, headers);
    }
    return c.body(Readable.toWeb(bytes) as ReadableStream, part ? 206 : 200, headers);
  };
}
