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
  "/api/messaging/express/lists",
  "/api/voice/uploads/contacts-group",
  "/api/survey/old/imports",
];
/** Other pages that take one; what else is posted there, or below them, is as small as elsewhere. */
const contactFileForms = ["/sms/express", "/voice/settings/uploads/new", "/survey_old/import/new"];
const contactFileBytes = 72_000_000;

const guestPages = allRoutes.flatMap(({ guest, path }) => (guest ? [path.replace(/\/:.*$/, "")] : []));

/** Bytes that a body may have, by where it is posted. */
export const bodies: BodyLimits = {
  byPrefix: {
    ...Object.fromEntries(guestPages.map((path) => [path, guestBytes.page])),
    "/respond": guestBytes.survey,
    ...uploadBodies,
    ...Object.fromEntries(contactFiles.map((path) => [path, contactFileBytes])),
    ...leadFormBodies,
    ...webchatBodies,
    ...hookBodies,
  },
  forms: { ...fileForms, ...Object.fromEntries(contactFileForms.map((path) => [path, contactFileBytes])) },
  said: Object.fromEntries(
    [...contactFiles, ...contactFileForms].map((path) => [
      path,
      "The file is larger than 60 MB: split it into smaller files.",
    ]),
  ),
};
