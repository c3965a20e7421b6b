// PLACEHOLDER /contacts/contact-group/import/:id
import { page } from "../shell/page.server";

export const loader = page("/contacts/contact-group/import/:id", async () => null);

export default function Page() {
  return null;
}
