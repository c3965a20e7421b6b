// PLACEHOLDER /contacts/blacklist
import { page } from "../shell/page.server";

export const loader = page("/contacts/blacklist", async () => null);

export default function Page() {
  return null;
}
