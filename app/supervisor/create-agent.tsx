// /supervisor/create-agent - ask for somebody of the account to become a voice agent
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { mayOpen } from "../access";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Select, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";

const path = "/supervisor/create-agent";

export const meta = titled("Create a voice agent");

export const loader = page(path, async ({ api, viewer }) => {
  const [members, requests] = await Promise.all([
    api.identity.allMembers({ params: { account: viewer.customer_account, group: "all" } }),
    api.voice.agentRequests({ query: { per_page: 500 } }),
  ]);
  const taken = expectStatus(requests, 200).data.filter(({ state }) => state === "approved" || state === "pending");
  const people = expectStatus(members, 200).data.filter(
    ({ id }) => !taken.some(({ user_id }) => user_id === String(id)),
  );
  return { people: people.map(({ id, name, email }) => ({ id: String(id), name, email })) };
});

const Fields = z.object({ user_id: typedText, phone: typedText, exten: typedText });

export const action = act(path, Fields, async ({ api, value, refuse, from, viewer }) => {
  const answer = await api.voice.requestAgent({ body: value });
  if (answer.status !== 201) return refuse(answer.body);
  const manages = mayOpen(viewer, routeFor("/supervisor/manage"));
  const message = `${answer.body.name} is an agent as soon as it is approved.`;
  return done(from, href(manages ? "/supervisor/manage" : path), message, "Agent requested");
});

export default function CreateAgent() {
  const { people } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, { user_id: "", phone: "", exten: "" });
  const errors = fieldErrors(last);
  return (
    <div className="max-w-[640px]">
      <PostResult last={last} idOf={(name) => name} />
      <PageHeader
        title="Create a voice agent"
        text="The person gets an extension after approval by someone with the permission Approve voice agent."
      />
      <Card padded>
        <Form method="post" className="grid gap-5">
          <UnsavedForm refused={last} />
          <Select id="user_id" name="user_id" label="Person" defaultValue={typed.user_id} errors={errors.user_id ?? []}>
            <option value="">Choose a person</option>
            {people.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {name}, {email}
              </option>
            ))}
          </Select>
          <TextInput
            id="phone"
            name="phone"
            label="Phone number"
            optional
            type="tel"
            defaultValue={typed.phone}
            errors={errors.phone ?? []}
            help="Where they can be reached outside the browser."
          />
          <TextInput
            id="exten"
            name="exten"
            label="Extension"
            optional
            inputMode="numeric"
            maxLength={6}
            defaultValue={typed.exten}
            errors={errors.exten ?? []}
            help="3 to 6 digits. Empty: the next free one."
          />
          <div>
            <Button variant="primary" size="lg" working={working}>
              Request the agent
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}
