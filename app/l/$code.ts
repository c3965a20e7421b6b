// /l/:code - leads to the page behind a short link of a message, and counts the visit
import type { LoaderFunctionArgs } from "@remix-run/node";
import { isLinkProgram } from "../../rules/short-links";
import { linkDomainAnswer } from "../../services/messaging/contract.links";
import { asGuest } from "../shell/steps.server";

const text = { "content-type": "text/plain; charset=utf-8" };

export async function loader(args: LoaderFunctionArgs) {
  const { code = "" } = args.params;
  // An account that saves its own domain asks it for this.
  if (code === "check") return new Response(linkDomainAnswer, { headers: text });
  const { method, headers } = args.request;
  const program = isLinkProgram(method, headers);
  const answer = await asGuest(args).api.messaging.followLink({ params: { code }, body: { program } });
  if (answer.status === 404)
    return new Response("This link leads nowhere. Use it as it is in the message, whole.\n", {
      status: 404,
      headers: text,
    });
  if (answer.status !== 200) return new Response(`${answer.body.message}\n`, { status: answer.status, headers: text });
  // The address comes from the stored message alone, and nothing of the request goes on with it.
  return new Response(null, {
    status: 302,
    headers: { location: answer.body.target, "referrer-policy": "no-referrer" },
  });
}
