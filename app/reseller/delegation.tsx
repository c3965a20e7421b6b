// /reseller/delegation - begin and end the work in a child account
import type { MetaFunction } from "@remix-run/node";
import { redirect, redirectDocument } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Store } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { Button } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { backHome, workingFor } from "../shell/delegation.server";
import { actAtHome, page } from "../shell/page.server";
import { delegationCookie, noticeCookie, readDelegation, type SessionNotice } from "../shell/session.server";
import { placeInChild } from "./child/delegation-places";

const path = "/reseller/delegation";

const Posted = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("start"),
    child: z.string().regex(/^[\w-]{1,32}$/),
    to: z.string().max(200).optional(),
  }),
  z.object({ intent: z.literal("stop") }),
]);

export const meta: MetaFunction = () => [{ title: `Work in a child account - ${brand.name}` }];

export const loader = page(path, async ({ viewer }) => {
  const working = workingFor(viewer);
  if (!working) throw redirect(href("/reseller"));
  return working;
});

export const action = actAtHome(path, Posted, async ({ api, value, from, request }) => {
  const before = await readDelegation(request, from.settings);
  if (value.intent === "stop") {
    if (before)
      await from
        .clientsFor({ token: before.token, requestId: from.requestId, address: from.address })
        .identity.stopDelegation({});
    const message = before ? `You stopped working in ${before.name}.` : "You are in your own account.";
    return backHome(from, { level: "success", title: "Success", message });
  }
  const answer = await api.identity.startDelegation({ params: { child: value.child } });
  const headers = new Headers();
  if (answer.status === 201) {
    const { access_token: token, child_name: name } = answer.body;
    headers.append("set-cookie", await delegationCookie(from.settings).serialize({ token, name }));
    return redirectDocument(placeInChild(value.to), { headers });
  }
  const notice: SessionNotice = { level: "warning", title: "Warning", message: answer.body.message };
  headers.append("set-cookie", await noticeCookie(from.settings).serialize(notice));
  return redirectDocument(href("/reseller"), { headers });
});

export default function Delegation() {
  const { child, parent, ends } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={`You are working in ${child}`} />
      <div className="card grid max-w-[640px] gap-4 p-5 max-md:p-4">
        <p className="flex gap-3 text-quiet">
          <Store size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span>
            All pages are those of {child} until {ends}. Stop to manage your child accounts, or to choose another one:
            you are in {parent} again then.
          </span>
        </p>
        <form method="post">
          <Button variant="primary" size="lg" name="intent" value="stop">
            Stop and return to {parent}
          </Button>
        </form>
      </div>
    </>
  );
}
