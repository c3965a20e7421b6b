import { allRoutes } from "../app/sitemap";
import { guestBytes } from "../rules/form-bounds";
import type { BodyLimits } from "./bounds";
import { fileForms, uploadBodies } from "./files";
import { hookBodies } from "./hooks";
import { leadFormBodies } from "./lead-form";
import { webchatBodies } from "./webchat";

/** Where a contact file is sent: a form around the file, and what a megabyte is to whom. The limit people know is the page's own. */
const contactFiles = [
  "/contacts/contact-group/upload",
  "/contacts/blacklist/import",
  "/crm/import/new",
  "/api/messaging/uploads/contacts-group",
  "/api/messaging/blacklist/import",
  "/api/crm/imports",
];

const guestPages = allRoutes.flatMap(({ guest, path }) => (guest ? [path.replace(/\/:.*$/, "")] : []));

/** Bytes that a body may have, by where it is posted. */
export const bodies: BodyLimits = {
  byPrefix: {
    ...Object.fromEntries(guestPages.map((path) => [path, guestBytes.page])),
    "/respond": guestBytes.survey,
    ...Object.fromEntries(contactFiles.map((path) => [path, 72_000_000])),
    ...uploadBodies,
    ...leadFormBodies,
    ...webchatBodies,
    ...hookBodies,
  },
  forms: fileForms,
  said: Object.fromEntries(
    contactFiles.map((path) => [path, "The file is larger than 60 MB: split it into smaller files."]),
  ),
};
