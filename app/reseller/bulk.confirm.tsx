// /reseller/bulk/confirm - the last look before the child's money is held
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { confirmed, confirming } from "./compose.server";
import { ConfirmPage } from "./confirm-page";

export const meta: MetaFunction = () => [{ title: `Confirm - ${brand.name}` }];

export const loader = confirming("/reseller/bulk/confirm");

export const action = confirmed("/reseller/bulk/confirm");

export default function Confirm() {
  const { blast, sending, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const refused = last && "refused" in last ? last.refused : undefined;
  return <ConfirmPage blast={blast} sending={sending} refused={refused} zone={zone} back="/reseller/bulk" />;
}
