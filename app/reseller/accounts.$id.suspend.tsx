// /reseller/accounts/:id/suspend - the last step before an account stops sending
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { CirclePause, Info } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { showKes } from "../../rules/money";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/reseller/accounts/:id/suspend";

export const meta: MetaFunction = () => [{ title: `Suspend an account - ${brand.name}` }];

export const loader = page(path, async ({ api, params }) => ({
  child: expectStatus(await api.identity.child({ params: { child: params.id } }), 200),
}));

const Reason = z.object({ reason: z.string().trim().max(200, "Use at most 200 characters.").default("") });

export const action = act(path, Reason, async ({ api, value, refuse, from, params }) => {
  const answer = await api.identity.suspendChild({ params: { child: params.id }, body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/reseller/accounts/:id", { id: params.id }), `${answer.body.name} is suspended.`);
});

export default function Suspend() {
  const { child } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/reseller/accounts/:id", { id: child.number });
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={`Suspend ${child.name}?`}
        text="It sends nothing until you resume it."
        back={{ label: child.name, to: back }}
      />
      <DescriptionList
        facts={[
          { label: "Account", value: child.name, note: child.number },
          {
            label: "Balance",
            value: child.balance_cents === null ? "Not available" : showKes(child.balance_cents),
            note: "It stays where it is.",
          },
        ]}
      />
      <p className="my-4 flex gap-2.5 text-sm text-quiet">
        <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
        Messages that are being sent are paused, and so are those of its own child accounts. Its people can still sign
        in and look at what was sent.
      </p>
      <Form method="post" className="grid gap-5">
        <TextInput
          id="reason"
          name="reason"
          label="Reason"
          optional
          help="The people of the account read it when they try to send."
          defaultValue={String((last?.reply.initialValue as { reason?: string } | undefined)?.reason ?? "")}
          errors={last?.reply.error?.reason ?? []}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" size="lg" icon={CirclePause} working={working}>
            Suspend {child.name}
          </Button>
          <LinkButton to={back} size="lg">
            Keep it
          </LinkButton>
        </div>
      </Form>
    </div>
  );
}
