// /reseller/accounts/:id - one child account: its standing, products, price, and its owner's invitation
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Banknote, MessageSquareText } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { showDate } from "../../rules/format";
import { showKes, showPartPrice } from "../../rules/money";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { OwnerCard, TermsCard } from "./child/child-parts";
import { PartPrice } from "./child/fields";
import { childState, marginWords, ownerWords } from "./child/labels";
import { WorkIn } from "./child/work-in";

const path = "/reseller/accounts/:id";
const text = z.string().max(300).default("");
/** One page, three forms: which one it was is said by the button. */
const Posted = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("terms"),
    name: text,
    part_price: PartPrice,
    products: z.array(z.string()).default([]),
  }),
  z.object({ intent: z.literal("owner"), name: text, email: text }),
  z.object({ intent: z.literal("resume") }),
]);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.child.name ?? "Child account"} - ${brand.name}` },
];

export const loader = page(path, async ({ api, params, viewer }) => {
  const [child, offer] = await Promise.all([
    api.identity.child({ params: { child: params.id } }),
    api.identity.resellerOffer({}),
  ]);
  return { child: expectStatus(child, 200), offer: expectStatus(offer, 200), zone: viewer.time_zone };
});

export const action = act(path, Posted, async ({ api, value, refuse, from, params }) => {
  const of = { child: params.id };
  const here = href(path, { id: params.id });
  if (value.intent === "resume") {
    const answer = await api.identity.resumeChild({ params: of });
    return answer.status === 201
      ? done(from, here, "The account can send again. Messages that were paused are resumed by hand.")
      : refuse(answer.body);
  }
  if (value.intent === "owner") {
    const { name, email } = value;
    const answer = await api.identity.inviteChildOwner({ params: of, body: { name, email } });
    return answer.status === 201 ? done(from, here, answer.body.message) : refuse(answer.body);
  }
  const { name, part_price, products } = value;
  const body = { name, part_price, products: products as never[] };
  const answer = await api.identity.updateChild({ params: of, body });
  return answer.status === 201 ? done(from, here, "The account was saved.") : refuse(answer.body);
});

export default function ChildAccount() {
  const { child, offer, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { kind, word } = childState[child.state];
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={child.name}
        back={{ label: "Child accounts", to: href("/reseller") }}
        actions={
          <>
            <WorkIn child={child.number} />
            <LinkButton to={href("/reseller/top-up-account", undefined, { child: child.number })} icon={Banknote}>
              Top up
            </LinkButton>
            <LinkButton to={href("/reseller/bulk", undefined, { child: child.number })} icon={MessageSquareText}>
              Send a message
            </LinkButton>
          </>
        }
      />
      <div className="grid max-w-[760px] gap-4">
        <Card label="Account status" className="grid gap-4 p-5 max-md:p-4">
          <KeyValues
            rows={[
              { label: "Account", value: child.number },
              { label: "State", value: <Status kind={kind}>{word}</Status> },
              ...(child.suspended_at ? [{ label: "Suspended", value: showDate(child.suspended_at, zone) }] : []),
              {
                label: "Balance",
                value: child.balance_cents === null ? "Not available" : showKes(child.balance_cents),
              },
              { label: "Price per part", value: showPartPrice(child.part_price) },
              {
                label: "Your margin",
                value: child.margin === null ? "Not available" : `${marginWords(child.margin)} per part`,
              },
              { label: "Owner", value: ownerWords[child.owner] },
              { label: "Opened", value: `${showDate(child.created_at, zone)} by ${child.created_by || brand.name}` },
            ]}
          />
          {child.state === "active" ? (
            <div>
              <LinkButton to={href("/reseller/accounts/:id/suspend", { id: child.number })} size="lg">
                Suspend this account
              </LinkButton>
            </div>
          ) : (
            <Form method="post" className="flex flex-wrap items-center gap-3">
              <Button size="lg" name="intent" value="resume" working={working}>
                Resume sending
              </Button>
              <span className="text-sm text-quiet">Its users can sign in, but nothing is sent.</span>
            </Form>
          )}
        </Card>
        <TermsCard
          key={`terms ${child.part_price} ${child.products.join()} ${child.name}`}
          {...{ child, offer, last }}
        />
        {child.owner === "invited" && <OwnerCard last={last} />}
      </div>
    </>
  );
}
