// PLACEHOLDER /sms/history/:id/messages.csv
import { page } from "../shell/page.server";

export const loader = page("/sms/history/:id/messages.csv", async () => null);
