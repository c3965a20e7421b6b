// /sms/send/confirm - the last look at a single message before it is sent
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { confirmed, confirming } from "./compose/confirm.server";
import { ConfirmPage } from "./compose/confirm-page";

export const meta = titled("Confirm");

export const loader = confirming("/sms/send/confirm");

export const action = confirmed("/sms/send/confirm");

export default function SendConfirm() {
  return <ConfirmPage {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
