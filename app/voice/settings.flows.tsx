// /voice/settings/flows - what happens to whoever calls a number: the call flows and their numbers
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Plus, Workflow } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { FlowStatus } from "./flows/flow-status";

const path = "/voice/settings/flows";

export const meta = titled("Call flows");

export const loader = page(path, async ({ api }) => expectStatus(await api.voice.callFlows({}), 200));

export const action = act(path, z.object({ name: typedText }), async ({ api, value, refuse, from }) => {
  const answer = await api.voice.addCallFlow({ body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/voice/settings/flows/:id", { id: answer.body.id }), "Call flow added", "Saved");
});

export default function CallFlows() {
  const { data: flows, sounds } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, { name: "" });
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <PageHeader
        title="Call flows"
        text="What happens to people who call a number. A number without a call flow rings the agents at once."
        back={{ label: "Voice settings", to: href("/voice/settings") }}
        actions={<LinkButton to={href("/voice/settings/sounds")}>Sounds ({sounds})</LinkButton>}
      />
      <div className="grid max-w-3xl gap-4">
        <Card label="Call flows">
          <CardHead title="Call flows" />
          {flows.length === 0 ? (
            <EmptyState
              icon={Workflow}
              title="No call flows yet"
              text="Add one for your opening hours, a menu, a queue or voicemail."
            />
          ) : (
            <ul className="divide-y divide-line">
              {flows.map(({ id, name, steps, numbers, live, changed }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
                  <div className="min-w-40 flex-1">
                    <Link className="link font-medium wrap-anywhere" to={href("/voice/settings/flows/:id", { id })}>
                      {name}
                    </Link>
                    <p className="text-sm text-quiet wrap-anywhere">
                      {steps} {steps === 1 ? "step" : "steps"},{" "}
                      {numbers.map(({ phoneNumber }) => numberWords(phoneNumber)).join(", ") || "no number"}
                    </p>
                  </div>
                  <FlowStatus live={live} changed={changed} />
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card label="New call flow" padded>
          <Form method="post" className="grid gap-4">
            <TextInput
              id="name"
              name="name"
              label="Name of a new call flow"
              maxLength={100}
              defaultValue={typed.name}
              errors={fieldErrors(last).name ?? []}
              help="Such as Shop, or Nights and weekends."
            />
            <div>
              <Button variant="primary" icon={Plus} working={working}>
                Add the call flow
              </Button>
            </div>
          </Form>
        </Card>
      </div>
    </>
  );
}
