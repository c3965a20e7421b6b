// /supervisor/manage - the voice agents: who is logged in or on a break, and logging one out
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { LogOut, Plus, Users } from "lucide-react";
import { z } from "zod";
import { ago } from "../../rules/format";
import { agentStateLabels } from "../../rules/voice";
import type { AgentLine } from "../../services/voice/contract.reports";
import { mayOpen } from "../access";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { useEventRevalidate } from "../shell/live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";

const path = "/supervisor/manage";

export const meta = titled("Voice agents");

export const loader = page(path, async ({ api, viewer }) => {
  const [monitor, waiting] = await Promise.all([
    api.voice.monitor({ query: {} }),
    api.voice.agentRequests({ query: { state: "pending", per_page: 100 } }),
  ]);
  const { agents, at } = expectStatus(monitor, 200);
  return {
    ...{ agents, at, waiting: expectStatus(waiting, 200).data },
    may: {
      create: mayOpen(viewer, routeFor("/supervisor/create-agent")),
      approve: mayOpen(viewer, routeFor("/jibu/voice/agent")),
    },
  };
});

export const action = act(path, z.object({ user_id: typedText }), async ({ api, value, refuse, from }) => {
  const answer = await api.voice.logOutAgent({ params: { user_id: value.user_id } });
  return answer.status === 201 ? done(from, href(path), answer.body.message) : refuse(answer.body);
});

const kinds = { logged_out: "bad", logged_in: "good", on_break: "warn" } as const;

export default function ManageAgents() {
  const { agents, at, waiting, may } = useLoaderData<typeof loader>();
  useEventRevalidate(["voice.agent", "voice.call"]);
  return (
    <>
      <PostResult last={useActionData<typeof action>()} />
      <PageHeader
        title="Voice agents"
        text="Who is logged in to the queue, and what they do."
        actions={
          <>
            {may.approve && <LinkButton to={href("/jibu/voice/agent")}>Approve agents</LinkButton>}
            {may.create && (
              <LinkButton to={href("/supervisor/create-agent")} variant="primary" icon={Plus}>
                Create agent
              </LinkButton>
            )}
          </>
        }
      />
      <div className="grid gap-4">
        <Card label="Agents">
          <CardHead count={String(agents.length)} unit={agents.length === 1 ? "agent" : "agents"} />
          {agents.length === 0 ? (
            <EmptyState icon={Users} title="No voice agents yet" text="Create one: the person gets an extension." />
          ) : (
            <ul className="divide-y divide-line">
              {agents.map((agent) => (
                <Line key={agent.user_id} agent={agent} at={at} />
              ))}
            </ul>
          )}
        </Card>
        {waiting.length > 0 && (
          <Card label="Waiting for approval">
            <CardHead title="Waiting for approval" />
            <ul className="divide-y divide-line">
              {waiting.map(({ id, name, requested_by, requested_at }) => (
                <li key={id} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5">
                  <span className="flex-1">{name}</span>
                  <span className="text-sm text-quiet">
                    Requested by {requested_by}, {ago(requested_at, at)}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  );
}

function Line({ agent, at }: { agent: AgentLine; at: string }) {
  const { user_id, name, exten, state, detail, since } = agent;
  const working = useNavigation().formData?.get("user_id") === user_id;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <span className="min-w-40 flex-1">
        {name} <span className="num text-sm text-quiet">{exten}</span>
      </span>
      <Status kind={kinds[state]}>{agentStateLabels[state]}</Status>
      <span className="text-sm text-quiet">
        {[detail && numberWords(detail), ago(since, at)].filter(Boolean).join(", ")}
      </span>
      {state !== "logged_out" && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="user_id" value={user_id} />
          <Button icon={LogOut} working={working} aria-label={`Log ${name} out`}>
            Log out
          </Button>
        </Form>
      )}
    </li>
  );
}
