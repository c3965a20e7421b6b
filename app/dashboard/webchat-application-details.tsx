// /dashboard/webchat-application-details - one web chat application: its key, its visitors, its identity secret
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { expectStatus, page, receive, warn } from "../shell/page.server";

const path = "/dashboard/webchat-application-details";
const idOf = (url: URL) => Number(url.searchParams.get("id") ?? 0);

export const meta: MetaFunction = () => [{ title: `Web chat application - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const applications = expectStatus(await api.webchat.applications({}), 200).data;
  const application = applications.find(({ id }) => id === idOf(url)) ?? applications[0];
  const names = applications.map(({ id, name }) => ({ id, name }));
  return { application, names, zone: viewer.time_zone };
});

export const action = receive(path, async ({ api, url }) => {
  const answer = await api.webchat.newIdentitySecret({ params: { id: idOf(url) } });
  return answer.status === 201 ? { secret: answer.body.secret } : warn(answer.body.message, "Error!");
});

export default function ApplicationDetails() {
  const { application, names, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>() as
    | { secret?: string; notice?: Parameters<typeof ActionNotice>[0]["notice"] }
    | undefined;
  const working = useNavigation().state !== "idle";
  const at = (id: number) => href(path, undefined, { id: String(id) });
  if (!application)
    return (
      <PageHeader
        title="Web chat application"
        text="There is none yet."
        actions={
          <LinkButton to={href("/chat/channels/webchat/new")} variant="primary">
            Add a web chat
          </LinkButton>
        }
      />
    );
  const { id, name, key, domains, visitors, last_visit, identity_since, identity_required } = application;
  const change = href("/chat/channels/webchat/:id", { id });
  return (
    <div className="max-w-[860px]">
      <ActionNotice notice={last?.notice} />
      <PageHeader title={name} text="A web chat application." actions={<LinkButton to={change}>Change</LinkButton>} />
      {names.length > 1 && (
        <Tabs
          label="Applications"
          tabs={names.map((one) => ({ label: one.name, to: at(one.id), current: one.id === id }))}
        />
      )}
      <DescriptionList
        facts={[
          { label: "Key", value: key, note: "Part of the script line. It is not secret." },
          { label: "Sites", value: domains.join("\n") || "Every site", change },
          { label: "Visitors in 7 days", value: visitors },
          { label: "Last visitor", value: last_visit ? <DateTime at={last_visit} zone={zone} /> : "No one yet" },
          {
            label: "Identity secret",
            value: identity_since ? (
              <>
                Made <DateTime at={identity_since} zone={zone} />
              </>
            ) : (
              "None"
            ),
            note: identity_required
              ? "Only visitors whose identity your site signs can chat."
              : "Visitors can chat without signing in.",
          },
        ]}
      />
      <section className="card mt-4 grid gap-3 p-5" aria-labelledby="identity">
        <h2 id="identity" className="font-semibold">
          Signed-in customers
        </h2>
        <p className="text-quiet">
          Your server signs a JWT (HS256) with the secret: sub is your customer's id, exp at most 24 hours ahead; name,
          email and phone if you like. Hand it over with jibuChat.identify(token), and call jibuChat.reset() when they
          sign out.
        </p>
        {last?.secret && (
          <p role="status" className="rounded border border-line bg-raised p-3">
            <b className="font-medium">Copy it now. It is shown only once:</b>{" "}
            <code className="font-mono wrap-anywhere">{last.secret}</code>
          </p>
        )}
        <Form method="post" action={at(id)}>
          <Button icon={KeyRound} working={working}>
            {identity_since ? "Create a new secret and disable the old one" : "Create a secret"}
          </Button>
        </Form>
      </section>
    </div>
  );
}
