// /sms/bulk/price - what the form of /sms/bulk would cost (POST, writes nothing)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";
import { compose } from "./compose.server";

export const loader = page("/sms/bulk/price", async () => redirect(href("/sms/bulk")));

export const action = compose("/sms/bulk/price", "bulk");
