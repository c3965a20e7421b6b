// /reseller/top-up-account - move money from one's own balance to a child account
import { data, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { showKes } from "../../rules/money";
import { href } from "../href";
import { Amount } from "../kit/money/amount";
import { PostResult } from "../kit/post-result";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { childChoices } from "./child/child.server";
import { ChildPicker } from "./child/child-picker";
import { ResellerTabs } from "./child/reseller-tabs";
import { ReviewTransfer, TransferForm } from "./child/top-up-form";

const path = "/reseller/top-up-account";

export const meta: MetaFunction = () => [{ title: `Top up an account - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const { choices, child } = await childChoices(api, url);
  const [account, balance] = await Promise.all([
    child ? api.identity.child({ params: { child } }) : undefined,
    api.billing.balance({ params: { billing_customer_id: viewer.billing_customer_id } }),
  ]);
  return {
    choices,
    child: account ? expectStatus(account, 200) : undefined,
    balance: balance.status === 200 ? balance.body : 0,
    key: crypto.randomUUID(),
  };
});

/** The amount stays as it was typed, so that the second step and a refusal show it so. */
const Transfer = z.object({
  intent: z.enum(["review", "transfer"]).catch("review").default("review"),
  child: z.string({ error: "Choose an account." }).regex(/^[\w-]{1,32}$/, "Choose an account."),
  amount: Amount().pipe(z.number().min(1, "Enter an amount above zero.").max(1e11, "This is too much at once.")),
  note: z.string().trim().max(100, "Use at most 100 characters.").default(""),
  key: z.string({ error: "Open this page again." }).min(8, "Open this page again.").max(60),
});

export const action = act(path, Transfer, async ({ api, value, refuse, from, viewer }) => {
  const { intent, child, amount: cents, note, key } = value;
  if (intent === "review") {
    const balance = await api.billing.balance({ params: { billing_customer_id: viewer.billing_customer_id } });
    const left = balance.status === 200 ? balance.body : 0;
    if (left < cents) {
      const words = `Your balance is ${showKes(left)}: enter that or less.`;
      return refuse({ status: 422, message: words, errors: { amount: [words] } });
    }
    return data({ review: { child, cents, note, key } });
  }
  const answer = await api.billing.transfer({ body: { child, cents, note, key } });
  if (answer.status === 404) throw new Response(answer.body.message, { status: 404 });
  if (answer.status !== 201) {
    const { errors: { cents: words = [] } = {}, ...problem } = answer.body;
    return refuse({ ...problem, ...(words.length > 0 ? { errors: { amount: [problem.message] } } : {}) });
  }
  const words = `${showKes(cents)} moved. You have ${showKes(answer.body.available_cents)} left.`;
  return done(from, href(path, undefined, { child }), words);
});

export default function TopUpAccount() {
  const { choices, child, balance, key } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const review = last && "review" in last ? last.review : undefined;
  const refused = last && "reply" in last ? last : undefined;
  return (
    <>
      <PostResult last={refused} idOf={(name) => (name === "amount" || name === "note" ? name : undefined)} />
      <PageHeader title="Reseller" text="Move money from your balance to that of a child account." />
      <ResellerTabs now={path} child={child?.number} />
      {!review && <ChildPicker choices={choices} child={child?.number} label="Top up" />}
      {child &&
        (review ? (
          <ReviewTransfer child={child} balance={balance} review={review} />
        ) : (
          <TransferForm child={child} balance={balance} payKey={key} last={refused} />
        ))}
    </>
  );
}
