// PLACEHOLDER /contacts/contact-group/import/:id/undo
import { page } from "../shell/page.server";

export const loader = page("/contacts/contact-group/import/:id/undo", async () => null);

export default function Page() {
  return null;
}
