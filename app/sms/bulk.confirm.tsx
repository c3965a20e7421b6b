// /sms/bulk/confirm - the last look at a bulk message before it is sent
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmAction, confirmLoader } from "../kit/compose/confirm.server";
import { ConfirmPage } from "../kit/compose/confirm-page";
import { titled } from "../kit/title";
import { bulkSms } from "./compose/channel";

export const meta = titled("Confirm");

export const loader = confirmLoader(bulkSms);

export const action = confirmAction(bulkSms);

export default function BulkConfirm() {
  return <ConfirmPage flow={bulkSms} {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
