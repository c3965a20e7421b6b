// /jibu/voice/agent - people who wait to become voice agents: approve or reject each
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { UserCheck } from "lucide-react";
import { z } from "zod";
import { showPhone } from "../../rules/phone";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedId, typedText, unknownIntent } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/jibu/voice/agent";

export const meta = titled("Approve voice agents");

export const loader = page(path, async ({ api, viewer }) => {
  const requests = await api.voice.agentRequests({ query: { state: "pending", per_page: 100 } });
  return { requests: expectStatus(requests, 200).data, zone: viewer.time_zone };
});

const Fields = z.object({
  intent: z.enum(["approve", "reject"], unknownIntent),
  ...{ id: typedId, exten: typedText, reason: typedText },
});

export const action = act(path, Fields, async ({ api, value, refuse, from }) => {
  const { id, intent, exten, reason } = value;
  const body = { approve: intent === "approve", exten, reason };
  const answer = await api.voice.decideAgent({ params: { id }, body });
  if (answer.status !== 201) return refuse(answer.body);
  const { name } = answer.body;
  const message = intent === "approve" ? `${name} has the extension ${answer.body.exten}.` : `${name} was rejected.`;
  return done(from, href(path), message, intent === "approve" ? "Agent approved" : "Agent rejected");
});

export default function ApproveAgents() {
  const { requests, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { state, formData } = useNavigation();
  const refused = typedValue(last, "id");
  return (
    <>
      <PostResult
        last={last}
        idOf={(name) => (name === "exten" || name === "reason" ? `${name}-${refused}` : undefined)}
      />
      <PageHeader
        title="Approve voice agents"
        text="Approved people get an extension. They can then make and receive calls."
      />
      {requests.length === 0 ? (
        <Card label="Requests">
          <EmptyState icon={UserCheck} title="No one is waiting" text="People who are to become agents appear here." />
        </Card>
      ) : (
        <div className="grid max-w-3xl gap-4">
          {requests.map(({ id, name, email, phone, exten, requested_by, requested_at }) => {
            const own = refused === String(id);
            const errors = own ? fieldErrors(last) : {};
            const working = state !== "idle" && formData?.get("id") === String(id) ? formData.get("intent") : null;
            return (
              <Card key={id} label={name} padded>
                <Form method="post" className="grid gap-4">
                  <input type="hidden" name="id" value={id} />
                  <div>
                    <h2 className="font-semibold">{name}</h2>
                    <p className="text-sm text-quiet">
                      {[email, phone && showPhone(phone)].filter(Boolean).join(", ")}. Requested by {requested_by},{" "}
                      <DateTime at={requested_at} zone={zone} />
                    </p>
                  </div>
                  <div className="grid gap-4 sm:grid-cols-2">
                    <TextInput
                      id={`exten-${id}`}
                      name="exten"
                      label="Extension"
                      optional
                      inputMode="numeric"
                      maxLength={6}
                      defaultValue={own ? (typedValue(last, "exten") ?? exten) : exten}
                      errors={errors.exten ?? []}
                      help="Empty: the next free one."
                    />
                    <TextInput
                      id={`reason-${id}`}
                      name="reason"
                      label="Reason, if you reject it"
                      optional
                      maxLength={300}
                      defaultValue={own ? (typedValue(last, "reason") ?? "") : ""}
                      errors={errors.reason ?? []}
                    />
                  </div>
                  <div className="flex gap-2">
                    <Button variant="primary" name="intent" value="approve" working={working === "approve"}>
                      Approve {name}
                    </Button>
                    <Button name="intent" value="reject" working={working === "reject"}>
                      Reject
                    </Button>
                  </div>
                </Form>
              </Card>
            );
          })}
        </div>
      )}
    </>
  );
}
