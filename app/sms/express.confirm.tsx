// /sms/express/confirm - the last look at an express send before it is sent
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { confirmed, confirming } from "./compose/confirm.server";
import { ConfirmPage } from "./compose/confirm-page";

export const meta = titled("Confirm");

export const loader = confirming("/sms/express/confirm");

export const action = confirmed("/sms/express/confirm");

export default function ExpressConfirm() {
  return <ConfirmPage {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
