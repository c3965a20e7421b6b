// PLACEHOLDER /contacts/contact-group/upload
import { page } from "../shell/page.server";

export const loader = page("/contacts/contact-group/upload", async () => null);

export default function Page() {
  return null;
}
