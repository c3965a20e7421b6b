// PLACEHOLDER /sms/bulk/price
import { page } from "../shell/page.server";

export const loader = page("/sms/bulk/price", async () => null);
