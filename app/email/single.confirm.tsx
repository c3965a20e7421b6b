// /email/single/confirm - the last look at a single email before it is sent
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmAction, confirmLoader } from "../kit/compose/confirm.server";
import { ConfirmPage } from "../kit/compose/confirm-page";
import { titled } from "../kit/title";
import { singleEmail } from "./compose/channel";

export const meta = titled("Confirm");

export const loader = confirmLoader(singleEmail);

export const action = confirmAction(singleEmail);

export default function SingleEmailConfirm() {
  return <ConfirmPage flow={singleEmail} {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
