// PLACEHOLDER /sms/history/:id/cancel
import { page } from "../shell/page.server";

export const loader = page("/sms/history/:id/cancel", async () => null);

export default function Page() {
  return null;
}
