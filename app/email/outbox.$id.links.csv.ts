// /email/outbox/:id/links.csv - the links with their figures
import { exported } from "../kit/lists/export.server";
import { mailingLinks } from "./mailings/links.list";

export const loader = exported("/email/outbox/:id/links.csv", mailingLinks);
