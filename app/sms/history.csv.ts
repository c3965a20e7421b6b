// PLACEHOLDER /sms/history.csv
import { page } from "../shell/page.server";

export const loader = page("/sms/history.csv", async () => null);
