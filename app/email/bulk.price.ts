// /email/bulk/price - what the form of /email/bulk would cost (POST, writes nothing)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { priceAction } from "../kit/compose/compose.server";
import { page } from "../shell/page.server";
import { bulkEmail } from "./compose/channel";

export const loader = page("/email/bulk/price", async () => redirect(href("/email/bulk")));

export const action = priceAction(bulkEmail);
