import { lines } from "../app/sitemap";
import { guestBytes } from "../rules/form-bounds";
import type { BodyLimits } from "./bounds";
import { fileForms, uploadBodies } from "./files";
import { hookBodies } from "./hooks";
import { webchatBodies } from "./webchat";

const guestPages = lines.flatMap(({ guest, path }) => (guest ? [path.replace(/\/:.*$/, "")] : []));

/** Bytes that a body may have, by where it is posted. */
export const bodies: BodyLimits = {
  byPrefix: {
    ...Object.fromEntries(guestPages.map((path) => [path, guestBytes.page])),
    "/contacts/contact-group/upload": 72_000_000,
    "/api/messaging/uploads/contacts-group": 72_000_000,
    ...uploadBodies,
    ...webchatBodies,
    ...hookBodies,
  },
  forms: fileForms,
  // A form around the file, and what a megabyte is to whom: the number people know is the page's own.
  said: {
    "/contacts/contact-group/upload": "The file is larger than 60 MB: split it into smaller files.",
    "/api/messaging/uploads/contacts-group": "The file is larger than 60 MB: split it into smaller files.",
  },
};
