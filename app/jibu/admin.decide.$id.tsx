// /jibu/admin/decide/:id - the answer to one request, over the list that it is in
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { searchOf, withQuery } from "../kit/list";
import { listRequest } from "../kit/lists/load.server";
import { titled } from "../kit/title";
import { act, done, expectStatus, page } from "../shell/page.server";
import { approvals } from "./admin.list";
import { Decision, DecisionForm } from "./approvals/decision";

const path = "/jibu/admin/decide/:id";

export const meta = titled("Decide a request");

/** The list with its search, without the request. */
function listAddress(search: string): string {
  return href("/jibu/admin") + withQuery(search, { _routes: undefined }, true);
}

/** What was decided meanwhile is not asked again: the list says what became of it. */
export const loader = page(path, async (given) => {
  const { params, url, viewer } = given;
  const rows = expectStatus(await approvals.rows(listRequest(given), searchOf(approvals, url)), 200);
  const approval = rows.data.find(({ id, state }) => String(id) === params.id && state === "open");
  if (!approval) throw redirect(listAddress(url.search));
  return { approval, zone: viewer.time_zone };
});

export const action = act(path, DecisionForm, async ({ api, url, value, refuse, from }) => {
  const { id, kind, decision, reason, reference, amount } = value;
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
  return done(from, listAddress(url.search), decision === "approve" ? "Approved" : "Refused");
});

export default function Decide() {
  const { approval, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <Decision key={approval.id} approval={approval} zone={zone} back={listAddress(search)} last={last} />
    </>
  );
}
