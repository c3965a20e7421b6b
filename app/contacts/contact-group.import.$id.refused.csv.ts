// PLACEHOLDER /contacts/contact-group/import/:id/refused.csv
import { page } from "../shell/page.server";

export const loader = page("/contacts/contact-group/import/:id/refused.csv", async () => null);
