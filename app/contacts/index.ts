// /contacts - its view defaults to upload-contacts (spec 2 §2)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/contacts", async () => redirect(href("/contacts/contact-group/upload")));
