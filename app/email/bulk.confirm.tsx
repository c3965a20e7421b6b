// /email/bulk/confirm - the last look at a bulk email before it is sent
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmAction, confirmLoader } from "../kit/compose/confirm.server";
import { ConfirmPage } from "../kit/compose/confirm-page";
import { titled } from "../kit/title";
import { bulkEmail } from "./compose/channel";

export const meta = titled("Confirm");

export const loader = confirmLoader(bulkEmail);

export const action = confirmAction(bulkEmail);

export default function BulkEmailConfirm() {
  return <ConfirmPage flow={bulkEmail} {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
