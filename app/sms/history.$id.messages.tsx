// PLACEHOLDER /sms/history/:id/messages
import { page } from "../shell/page.server";

export const loader = page("/sms/history/:id/messages", async () => null);

export default function Page() {
  return null;
}
