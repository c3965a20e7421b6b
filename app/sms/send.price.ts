// /sms/send/price - what the form of /sms/send would cost (POST, writes nothing)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { priceAction } from "../kit/compose/compose.server";
import { page } from "../shell/page.server";
import { singleSms } from "./compose/channel";

export const loader = page("/sms/send/price", async () => redirect(href("/sms/send")));

export const action = priceAction(singleSms);
