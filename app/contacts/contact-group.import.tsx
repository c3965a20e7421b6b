// PLACEHOLDER /contacts/contact-group/import
import { page } from "../shell/page.server";

export const loader = page("/contacts/contact-group/import", async () => null);

export default function Page() {
  return null;
}
