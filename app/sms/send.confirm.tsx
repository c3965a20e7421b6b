// /sms/send/confirm - the last look at a single message before it is sent
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { confirmed, confirming } from "./confirm.server";
import { ConfirmPage } from "./confirm-page";

export const meta: MetaFunction = () => [{ title: `Confirm - ${brand.name}` }];

export const loader = confirming("/sms/send/confirm");

export const action = confirmed("/sms/send/confirm");

export default function SendConfirm() {
  const last = useActionData<typeof action>();
  return (
    <ConfirmPage {...useLoaderData<typeof loader>()} refused={last && "refused" in last ? last.refused : undefined} />
  );
}
