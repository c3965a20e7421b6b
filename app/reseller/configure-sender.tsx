// /reseller/configure-sender - which of one's sender names a child account may use
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { AtSign } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { Button } from "../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { childChoices } from "./child/child.server";
import { ChildPicker } from "./child/child-picker";
import { ResellerTabs } from "./child/reseller-tabs";

const path = "/reseller/configure-sender";

export const meta: MetaFunction = () => [{ title: `Sender names of an account - ${brand.name}` }];

export const loader = page(path, async ({ api, url }) => {
  const [{ choices, child }, offered] = await Promise.all([childChoices(api, url), api.identity.resellerOffer({})]);
  const offer = expectStatus(offered, 200);
  const senders = child ? expectStatus(await api.identity.childSenders({ params: { child } }), 200).data : [];
  return { choices, child, offer: offer.senders, senders };
});

const Given = z.object({ child: z.string().max(32), senders: z.array(z.string().max(15)).max(200).default([]) });

export const action = act(path, Given, async ({ api, value: { child, senders }, refuse, from }) => {
  const answer = await api.identity.giveChildSenders({ params: { child }, body: { senders } });
  if (answer.status === 404) throw new Response(answer.body.message, { status: 404 });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path, undefined, { child }), "The sender names were saved.");
});

export default function ConfigureSender() {
  const { choices, child, offer, senders } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const given = senders.filter((one) => one.given && one.status === "approved").map(({ sender }) => sender);
  const own = senders.filter((one) => !one.given);
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <PageHeader title="Reseller" text="The sender names that an account may put on its messages." />
      <ResellerTabs now={path} child={child} />
      <ChildPicker choices={choices} child={child} label="Sender names of" />
      {child && offer.length === 0 && (
        <section className="card max-w-[760px]">
          <EmptyState
            icon={AtSign}
            title="You have no approved sender name yet"
            text="A child account can use the names that are approved for you. Ask for one first."
          />
        </section>
      )}
      {child && offer.length > 0 && (
        <Form
          method="post"
          className="card grid max-w-[760px] gap-5 p-5 max-md:p-4"
          key={`${child} ${given.join()}`}
          aria-label="Sender names"
        >
          <input type="hidden" name="child" value={child} />
          <CheckboxGroup
            id="senders"
            legend="Your approved sender names"
            help="The account can use the selected ones. If you remove one, messages already being sent are not affected."
            errors={last?.reply.error?.senders ?? []}
            boxed
          >
            {offer.map(({ sender, kind }) => (
              <Checkbox
                key={sender}
                name="senders"
                value={sender}
                label={sender}
                help={kind === "promotional" ? "For advertising" : "For messages people expect"}
                defaultChecked={given.includes(sender)}
              />
            ))}
          </CheckboxGroup>
          {own.length > 0 && (
            <p className="text-sm text-quiet">
              The account has of its own: {own.map(({ sender, status }) => `${sender} (${status})`).join(", ")}.
            </p>
          )}
          <div>
            <Button variant="primary" size="lg" working={working}>
              Save
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}
