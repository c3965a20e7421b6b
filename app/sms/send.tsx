// PLACEHOLDER /sms/send
import { page } from "../shell/page.server";

export const loader = page("/sms/send", async () => null);

export default function Page() {
  return null;
}
