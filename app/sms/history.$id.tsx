// PLACEHOLDER /sms/history/:id
import { page } from "../shell/page.server";

export const loader = page("/sms/history/:id", async () => null);

export default function Page() {
  return null;
}
