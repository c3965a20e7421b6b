// /sms/bulk/price - what the form of /sms/bulk would cost (POST, writes nothing)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { priceAction } from "../kit/compose/compose.server";
import { page } from "../shell/page.server";
import { bulkSms } from "./compose/channel";

export const loader = page("/sms/bulk/price", async () => redirect(href("/sms/bulk")));

export const action = priceAction(bulkSms);
