// PLACEHOLDER /sms/bulk
import { page } from "../shell/page.server";

export const loader = page("/sms/bulk", async () => null);

export default function Page() {
  return null;
}
