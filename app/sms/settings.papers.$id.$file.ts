// /sms/settings/papers/:id/:file - on to a paper of a request, by a link that is signed as it is opened
import { redirect } from "@remix-run/node";
import { expectStatus, page } from "../shell/page.server";

export const loader = page("/sms/settings/papers/:id/:file", async ({ api, params }) => {
  const asked = await api.messaging.senderPaper({ params: { id: Number(params.id), paper: params.file } });
  return redirect(expectStatus(asked, 200).url, { headers: { "cache-control": "no-store" } });
});
