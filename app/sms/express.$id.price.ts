// /sms/express/:id/price - what the form of an express send would cost (POST, writes nothing)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { priceAction } from "../kit/compose/compose.server";
import { page } from "../shell/page.server";
import { expressSms } from "./compose/channel";

export const loader = page("/sms/express/:id/price", async ({ params }) =>
  redirect(href("/sms/express/:id", { id: params.id })),
);

export const action = priceAction(expressSms);
