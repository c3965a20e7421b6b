// /settings/users/:id/remove - the last step before a person goes
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Info, UserMinus } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { holdingsOf } from "./holdings.server";
import { whysFor } from "./rights";
import { idOf, personOf } from "./users.server";

const path = "/settings/users/:id/remove";

export const meta: MetaFunction = () => [{ title: `Remove a person - ${brand.name}` }];

export const loader = page(path, async ({ api, params, viewer }) => {
  const member = await personOf(api, params.id);
  return { member, why: whysFor(viewer, member).remove, holdings: await holdingsOf(api, member) };
});

export const action = act(path, z.object({}), async ({ api, refuse, from, params }) => {
  const answer = await api.identity.removeMember({ params: { id: idOf(params.id) } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/settings/users"), `${answer.body.name} was removed.`);
});

export default function RemovePerson() {
  const { member, why, holdings } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/settings/users/:id/details", { id: member.id });
  const many = member.sessions === 1 ? "1 sign-in ends at once" : `${commas(member.sessions)} sign-ins end at once`;
  const sessions = member.sessions === 0 ? "Not signed in" : many;
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={last?.notice} />
      <PageHeader
        title={`Remove ${member.name}?`}
        text="They can no longer sign in. You can restore them later."
        back={{ label: member.name, to: back }}
      />
      <DescriptionList
        facts={[
          { label: "Person", value: member.name, note: member.email },
          { label: "Role", value: member.role || "No role", note: member.group_name },
          { label: "Open now", value: sessions },
          ...holdings.map(({ label, count, note }) => ({ label, value: commas(count), note })),
        ]}
      />
      <p className="my-4 flex gap-2.5 text-sm text-quiet">
        <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
        Tickets, chats and leads stay assigned to them until you move them. Their activity stays in the history.
      </p>
      <Form method="post" className="flex flex-wrap items-center gap-2">
        <Button variant="danger" size="lg" icon={UserMinus} working={working} {...(why ? { disabledReason: why } : {})}>
          Remove {member.name}
        </Button>
        <LinkButton to={back} size="lg">
          Keep them
        </LinkButton>
        {why && <span className="basis-full text-sm text-quiet">{why}</span>}
      </Form>
    </div>
  );
}
