import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { mayOpen, type Viewer } from "../../access";
import { href } from "../../href";
import { act, done, expectStatus, page } from "../../shell/page.server";
import { routeFor } from "../../sitemap";
import { some } from "./cost-labels";
import { idIn } from "./start.server";

type ConfirmPath = "/sms/bulk/confirm" | "/sms/send/confirm";
const pathOf = { bulk: "/sms/bulk/confirm", express: "/sms/send/confirm" } as const;
const formOf: Record<ConfirmPath, "/sms/bulk" | "/sms/send"> = {
  "/sms/bulk/confirm": "/sms/bulk",
  "/sms/send/confirm": "/sms/send",
};

/** The loader of the confirm step: a draft; what is no draft any more leads to its own page. */
export function confirming(path: ConfirmPath) {
  return page(path, async ({ api, url, viewer, from }) => {
    const id = idIn(url, "id");
    if (id === undefined) throw redirect(href(formOf[path]));
    const [found, senders, balance] = await Promise.all([
      api.messaging.blast({ params: { id } }),
      api.messaging.senders({}),
      api.billing.balance({ params: { billing_customer_id: viewer.billing_customer_id } }),
    ]);
    const blast = expectStatus(found, 200);
    if (pathOf[blast.kind] !== path) throw redirect(`${href(pathOf[blast.kind])}${url.search}`);
    if (blast.status !== "draft") {
      if (mayRead(viewer)) throw redirect(ownPage(id));
      throw await done(from, href("/sms/send"), "This message was already confirmed.");
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
export function confirmed(path: ConfirmPath) {
  return act(path, z.object({}), async ({ api, url, viewer, from }) => {
    const id = idIn(url, "id");
    if (id === undefined) throw redirect(href(formOf[path]));
    const blast = expectStatus(await api.messaging.blast({ params: { id } }), 200);
    if (pathOf[blast.kind] !== path) throw redirect(`${href(pathOf[blast.kind])}${url.search}`);
    const answer = await api.messaging.confirmBlast({ params: { id } });
    if (answer.status === 201) {
      if (mayRead(viewer)) return redirect(ownPage(id));
      return done(
        from,
        href("/sms/send"),
        `${some(blast.recipients, "message")} ${answer.body.status === "scheduled" ? "scheduled" : "on the way"}.`,
      );
    }
    return data({ refused: answer.body.message }, { status: answer.status >= 500 ? 503 : 422 });
  });
}

function mayRead(viewer: Viewer): boolean {
  return mayOpen(viewer, routeFor("/sms/history/:id"));
}

function ownPage(id: number): string {
  return href("/sms/history/:id", { id });
}
