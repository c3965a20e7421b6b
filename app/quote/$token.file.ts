// /quote/:token/file - the quote that a customer was sent, as a PDF
import type { LoaderFunctionArgs } from "@remix-run/node";
import { asGuest } from "../shell/steps.server";

export async function loader(args: LoaderFunctionArgs) {
  const answer = await asGuest(args).api.crm.shownQuoteFile({ params: { token: args.params.token ?? "" } });
  if (answer.status !== 200) return new Response(`${answer.body.message}\n`, { status: answer.status });
  return new Response(Buffer.from(answer.body.base64, "base64"), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${answer.body.name}"`,
      "cache-control": "private, no-store",
    },
  });
}
