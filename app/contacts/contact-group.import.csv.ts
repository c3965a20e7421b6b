// PLACEHOLDER /contacts/contact-group/import.csv
import { page } from "../shell/page.server";

export const loader = page("/contacts/contact-group/import.csv", async () => null);
