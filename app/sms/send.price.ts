// /sms/send/price - what the form of /sms/send would cost (POST, writes nothing)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";
import { priceOf } from "./compose/compose.server";

export const loader = page("/sms/send/price", async () => redirect(href("/sms/send")));

export const action = priceOf("/sms/send/price", "express");
