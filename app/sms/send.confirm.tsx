// /sms/send/confirm - the last look at a single message before it is sent
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmAction, confirmLoader } from "../kit/compose/confirm.server";
import { ConfirmPage } from "../kit/compose/confirm-page";
import { titled } from "../kit/title";
import { singleSms } from "./compose/channel";

export const meta = titled("Confirm");

export const loader = confirmLoader(singleSms);

export const action = confirmAction(singleSms);

export default function SendConfirm() {
  return <ConfirmPage flow={singleSms} {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
