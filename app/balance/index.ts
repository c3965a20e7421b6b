// /balance - the balance as the frame writes it, for its refresh every few minutes (Q163)
import { showBalance } from "../../rules/money";
import { page } from "../shell/page.server";

export const loader = page("/balance", async ({ api, viewer }) => {
  const { billing_customer_id } = viewer;
  const answer = await api.billing.balance({ params: { billing_customer_id } });
  const balance = answer.status === 200 ? showBalance(answer.body) : null;
  return Response.json({ balance }, { headers: { "cache-control": "private, no-store" } });
});
