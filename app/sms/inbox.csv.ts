// PLACEHOLDER /sms/inbox.csv
import { page } from "../shell/page.server";

export const loader = page("/sms/inbox.csv", async () => null);
