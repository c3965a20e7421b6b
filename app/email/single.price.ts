// /email/single/price - what the form of /email/single would cost (POST, writes nothing)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { priceAction } from "../kit/compose/compose.server";
import { page } from "../shell/page.server";
import { singleEmail } from "./compose/channel";

export const loader = page("/email/single/price", async () => redirect(href("/email/single")));

export const action = priceAction(singleEmail);
