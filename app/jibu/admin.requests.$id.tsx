// /jibu/admin/requests/:id - one request that waits, and the two answers to it (drawer)
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { href } from "../href";
import { withQuery } from "../kit/list";
import { listRequest } from "../kit/lists/load.server";
import { titled } from "../kit/title";
import { act, done, page } from "../shell/page.server";
import { Decision, DecisionForm } from "./approvals/decision";
import { waiting } from "./approvals/requests.server";

const path = "/jibu/admin/requests/:id";

export const meta = titled("Decide a request");

export const loader = page(path, async (given) => {
  const { params, viewer } = given;
  return { approval: await waiting(listRequest(given), Number(params.id)), zone: viewer.time_zone };
});

export const action = act(path, DecisionForm, async ({ api, url, params, value, refuse, from }) => {
  const id = Number(params.id);
  const { kind, decision, reason, reference, amount } = value;
  const answer =
    kind === "product"
      ? await api.billing.updateProductRequest({ body: { id, decision, reason } })
      : await api.billing.decidePayment({
          params: { id },
          body: { decision, reason, reference, amount_cents: amount ?? null },
        });
  if (answer.status !== 201) {
    const { amount_cents, ...errors } = answer.body.errors ?? {};
    return refuse({ ...answer.body, errors: { ...errors, ...(amount_cents ? { amount: amount_cents } : {}) } });
  }
  const list = href("/jibu/admin") + withQuery(url.search, { _routes: undefined }, true).replace(/^\?$/, "");
  return done(from, list, decision === "approve" ? "Approved" : "Refused");
});

export default function DecideRequest() {
  const { approval, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return <Decision approval={approval} zone={zone} close={href("/jibu/admin") + useLocation().search} last={last} />;
}
