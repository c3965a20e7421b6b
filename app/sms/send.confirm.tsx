// PLACEHOLDER /sms/send/confirm
import { page } from "../shell/page.server";

export const loader = page("/sms/send/confirm", async () => null);

export default function Page() {
  return null;
}
