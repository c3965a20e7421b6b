// /sms/bulk/confirm - the last look at a bulk message before it is sent
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { confirmed, confirming } from "./compose/confirm.server";
import { ConfirmPage } from "./compose/confirm-page";

export const meta = titled("Confirm");

export const loader = confirming("/sms/bulk/confirm");

export const action = confirmed("/sms/bulk/confirm");

export default function BulkConfirm() {
  return <ConfirmPage {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
