// PLACEHOLDER /contacts/contact-group/import/:id/refused
import { page } from "../shell/page.server";

export const loader = page("/contacts/contact-group/import/:id/refused", async () => null);

export default function Page() {
  return null;
}
