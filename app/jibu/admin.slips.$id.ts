// /jibu/admin/slips/:id - on to the file of a bank slip, by a link that is signed as it is opened
import { redirect } from "@remix-run/node";
import { expectStatus, page } from "../shell/page.server";

const path = "/jibu/admin/slips/:id";

export const loader = page(path, async ({ api, params }) => {
  const { url } = expectStatus(await api.billing.slip({ params: { id: Number(params.id) } }), 200);
  return redirect(url, { headers: { "cache-control": "no-store" } });
});
