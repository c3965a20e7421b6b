// PLACEHOLDER /sms/inbox
import { page } from "../shell/page.server";

export const loader = page("/sms/inbox", async () => null);

export default function Page() {
  return null;
}
