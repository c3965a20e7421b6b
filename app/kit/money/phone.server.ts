import { normalisePhone, showPhone } from "../../../rules/phone";
import type { ServiceClients } from "../../../services/modules";
import type { Viewer } from "../../access";
import type {} from "../../shell/context.server";

/**
 * The number an M-Pesa form begins with: the one of the try before (`?phone=`), the person's own, or the account's on
 * its invoices. Empty when there is none that M-Pesa can ask.
 */
export async function payingPhone(api: ServiceClients, { billing_customer_id }: Viewer, url: URL): Promise<string> {
  const tried = url.searchParams.get("phone")?.slice(0, 30);
  if (tried) return tried;
  const own = await api.identity.signUpAnswers({});
  const phone = asked(own.status === 200 ? own.body.phone : "");
  if (phone) return phone;
  const account = await api.billing.billingDetails({ params: { id: billing_customer_id } });
  return asked(account.status === 200 ? account.body.phone : "");
}

function asked(given: string): string {
  const phone = normalisePhone(given);
  return phone.ok && !phone.foreign ? showPhone(phone.e164) : "";
}
