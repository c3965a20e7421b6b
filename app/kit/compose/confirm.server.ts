import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import type { Blast } from "../../../services/messaging/contract.blasts";
import { mayOpen, type Viewer } from "../../access";
import { href } from "../../href";
import { act, done, expectStatus, page } from "../../shell/page.server";
import { routeFor } from "../../sitemap";
import type { ComposeChannel, ComposeFlow } from "./channel";
import { some } from "./cost-labels";
import { idIn } from "./start.server";

/** The loader of the confirm step: a draft; what is no draft any more leads to its own page. */
export function confirming(flow: ComposeFlow) {
  const { channel } = flow;
  return page(flow.confirm, async ({ api, url, viewer, from }) => {
    const id = idIn(url, "id");
    if (id === undefined) throw redirect(href(flow.form));
    const calls = channel.calls(api);
    const [found, senders, balance] = await Promise.all([
      calls.load({ params: { id } }),
      calls.senders({}),
      api.billing.balance({ params: { billing_customer_id: viewer.billing_customer_id } }),
    ]);
    const blast = expectStatus(found, 200);
    leaveOther(flow, blast, url);
    if (blast.status !== "draft") {
      if (mayRead(channel, viewer)) throw redirect(channel.sent.path(id));
      throw await done(from, href(flow.leave), "This message was already confirmed.");
    }
    const kind =
      senders.status === 200 ? senders.body.data.find((one) => one.sender === blast.sender)?.kind : undefined;
    return {
      blast,
      kind,
      balance: balance.status === 200 ? balance.body : blast.price.balance_cents,
      missing: url.searchParams.get("missing"),
      zone: viewer.time_zone,
    };
  });
}

/** The action of the confirm step. Confirming twice is confirming once, so a double press or a reload does no harm. */
export function confirmed(flow: ComposeFlow) {
  const { channel } = flow;
  return act(flow.confirm, z.object({}), async ({ api, url, viewer, from }) => {
    const id = idIn(url, "id");
    if (id === undefined) throw redirect(href(flow.form));
    const blast = expectStatus(await channel.calls(api).load({ params: { id } }), 200);
    leaveOther(flow, blast, url);
    const answer = await channel.calls(api).confirm({ params: { id } });
    if (answer.status === 201) {
      if (mayRead(channel, viewer)) return redirect(channel.sent.path(id));
      return done(
        from,
        href(flow.leave),
        `${some(blast.recipients, "message")} ${answer.body.status === "scheduled" ? "scheduled" : "on the way"}.`,
      );
    }
    return data({ refused: answer.body.message }, { status: answer.status >= 500 ? 503 : 422 });
  });
}

/** A message that another form made has its own confirm step. */
function leaveOther(flow: ComposeFlow, blast: Blast, url: URL): void {
  const own = flow.channel.flowOf(blast);
  if (own.confirm !== flow.confirm) throw redirect(`${href(own.confirm)}${url.search}`);
}

function mayRead(channel: ComposeChannel, viewer: Viewer): boolean {
  return mayOpen(viewer, routeFor(channel.sent.route));
}
