// /mail/open/:token - the picture of an email whose opens are counted: one transparent dot
import type { LoaderFunctionArgs } from "@remix-run/node";
import { asGuest } from "../shell/steps.server";
import { isAhead } from "./requests/ahead.server";

const dot = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** The dot is shown also where nothing is counted: no mail has a broken picture. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = asGuest(args);
  const answer = await api.email.recordOpen({
    params: { token: args.params.token ?? "" },
    body: { ahead: isAhead(args.request) },
  });
  return new Response(dot, {
    status: answer.status,
    headers: {
      "content-type": "image/gif",
      "cache-control": "private, no-store",
      // Mail programs in browsers show it on pages of their own.
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}
