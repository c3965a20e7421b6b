// PLACEHOLDER /sms/history
import { page } from "../shell/page.server";

export const loader = page("/sms/history", async () => null);

export default function Page() {
  return null;
}
