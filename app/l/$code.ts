// /l/:code - leads to the page behind a short link of a message, and counts the visit
import type { LoaderFunctionArgs } from "@remix-run/node";
import { isLinkProgram } from "../../rules/short-links";
import { linkDomainAnswer } from "../../services/messaging/contract.links";
import { asGuest } from "../shell/steps.server";

export async function loader(args: LoaderFunctionArgs) {
  const { code = "" } = args.params;
  // An account that saves its own domain asks it for this.
  if (code === "check") return new Response(linkDomainAnswer, { headers: { "content-type": "text/plain" } });
  const { method, headers } = args.request;
  const program = isLinkProgram(method, headers);
  const answer = await asGuest(args).api.messaging.followLink({ params: { code }, body: { program } });
  if (answer.status === 200)
    // The address comes from the stored message alone, and nothing of the request goes on with it. As a URL it has
    // nothing but ASCII, as a header must.
    return new Response(null, { status: 302, headers: { location: new URL(answer.body.target).href } });
  const why =
    answer.status === 404
      ? "It may have expired. If you typed it, check it against the message: capital and small letters differ."
      : answer.body.message;
  return notThere(answer.status, why);
}

/** Under an account's own domain there are no styles and no scripts of ours, so this page needs none. */
function notThere(status: number, why: string): Response {
  const text = why.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const title = status === 404 ? "This link does not lead to a page" : "This link can't be opened now";
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body style="font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:3rem 1.5rem"><main><h1 style="font-size:1.5rem;line-height:1.25">${title}</h1><p>${text}</p></main></body></html>`,
    { status, headers: { "content-type": "text/html; charset=utf-8" } },
  );
}
