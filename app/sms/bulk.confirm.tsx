// PLACEHOLDER /sms/bulk/confirm
import { page } from "../shell/page.server";

export const loader = page("/sms/bulk/confirm", async () => null);

export default function Page() {
  return null;
}
