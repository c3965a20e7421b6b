// PLACEHOLDER /contacts/blacklist/new
import { page } from "../shell/page.server";

export const loader = page("/contacts/blacklist/new", async () => null);

export default function Page() {
  return null;
}
