// PLACEHOLDER /contacts/blacklist.csv
import { page } from "../shell/page.server";

export const loader = page("/contacts/blacklist.csv", async () => null);
