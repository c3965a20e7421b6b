// /sms/express/confirm - the last look at an express send before it is sent
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmAction, confirmLoader } from "../kit/compose/confirm.server";
import { ConfirmPage } from "../kit/compose/confirm-page";
import { titled } from "../kit/title";
import { expressSms } from "./compose/channel";

export const meta = titled("Confirm");

export const loader = confirmLoader(expressSms);

export const action = confirmAction(expressSms);

export default function ExpressConfirm() {
  return <ConfirmPage flow={expressSms} {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
