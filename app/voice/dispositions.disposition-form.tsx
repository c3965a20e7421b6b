// /voice/dispositions/disposition-form - what is said of a call that ended: the one of the URL, or one's own that waits for it
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PhoneOff } from "lucide-react";
import { z } from "zod";
import { mayOpen } from "../access";
import { href } from "../href";
import { numberWords, took, typeWords } from "../kit/call-labels";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Select, TextArea } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";

const path = "/voice/dispositions/disposition-form";

export const meta = titled("Disposition of a call");

export const loader = page(path, async ({ api, url, viewer }) => {
  const asked = Number(url.searchParams.get("call")) || 0;
  const zone = viewer.time_zone;
  if (asked > 0) {
    const [known, record, said] = await Promise.all([
      api.voice.dispositionTypes({}),
      api.voice.callRecord({ params: { id: asked } }),
      api.voice.callDispositions({ params: { id: asked } }),
    ]);
    const types = expectStatus(known, 200).data;
    const call = expectStatus(record, 200);
    return { types, zone, call, earlier: said.status === 200 ? said.body.data.slice(call.disposedAt ? 1 : 0) : [] };
  }
  // Without a call it is the newest of one's own that has none yet.
  const [known, recent] = await Promise.all([
    api.voice.dispositionTypes({}),
    api.voice.callHistory({ query: { per_page: 20 } }),
  ]);
  const types = expectStatus(known, 200).data;
  const own = recent.status === 200 ? recent.body.data : [];
  const call = own.find(
    ({ userId, status, disposedAt }) => userId === viewer.id && status === "Complete" && !disposedAt,
  );
  return { types, zone, call: call ?? null, earlier: [] };
});

const Fields = z.object({ reference: typedText, choice: typedText, note: typedText });

export const action = act(path, Fields, async ({ api, value, refuse, from, viewer }) => {
  const [type = "", item = ""] = value.choice.split(":");
  const body = {
    reference: value.reference,
    disposition_id: Number(type),
    item_id: Number(item) || null,
    note: value.note,
  };
  if (!body.disposition_id) {
    const message = "Choose a disposition.";
    return refuse({ status: 422, message, errors: { choice: [message] } });
  }
  const answer = await api.voice.setDisposition({ body });
  if (answer.status === 201) {
    const list = mayOpen(viewer, routeFor("/voice/dispositions"));
    return done(from, list ? href("/voice/dispositions") : href(path), "Disposition saved", "Saved");
  }
  const { disposition_id = [], item_id = [], ...errors } = answer.body.errors ?? {};
  const choice = [...disposition_id, ...item_id];
  return refuse({ ...answer.body, errors: { ...errors, ...(choice.length > 0 ? { choice } : {}) } });
});

export default function DispositionForm() {
  const { types, call, zone, earlier } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  if (!call)
    return (
      <>
        <PageHeader title="Disposition of a call" />
        <Card label="Disposition">
          <EmptyState
            icon={PhoneOff}
            title="No call waits for a disposition"
            text="After a call that was answered, its disposition is set here."
          />
        </Card>
      </>
    );
  const chosen =
    call.dispositionId === null ? "" : [call.dispositionId, call.dispositionItemId].filter(Boolean).join(":");
  const typed = keepTyped(last, { choice: chosen, note: call.note });
  const errors = fieldErrors(last);
  return (
    <div className="max-w-[640px]">
      <PostResult last={last} idOf={(name) => name} />
      <PageHeader
        title="Disposition of a call"
        text={
          <>
            {call.name || numberWords(call.phoneNumber)}, {typeWords[call.type].toLowerCase()},{" "}
            {took(call.answered ? call.callDuration : null)}, <DateTime at={call.startedAt} zone={zone} />
          </>
        }
      />
      <Card padded>
        <Form method="post" className="grid gap-5">
          <input type="hidden" name="reference" value={call.reference} />
          <Select
            id="choice"
            name="choice"
            label="Disposition"
            defaultValue={typed.choice}
            errors={errors.choice ?? []}
          >
            <option value="">Choose one</option>
            {types.map(({ id, name, items }) =>
              items.length === 0 ? (
                <option key={id} value={id}>
                  {name}
                </option>
              ) : (
                <optgroup key={id} label={name}>
                  {items.map((item) => (
                    <option key={item.id} value={`${id}:${item.id}`}>
                      {item.title}
                    </option>
                  ))}
                </optgroup>
              ),
            )}
          </Select>
          <TextArea
            id="note"
            name="note"
            label="Note"
            optional
            rows={4}
            maxLength={2000}
            defaultValue={typed.note}
            errors={errors.note ?? []}
          />
          <div>
            <Button variant="primary" size="lg" working={working}>
              Save the disposition
            </Button>
          </div>
        </Form>
      </Card>
      {earlier.length > 0 && (
        <section aria-label="Earlier dispositions" className="mt-5">
          <h2 className="mb-2 font-semibold">Earlier dispositions</h2>
          <ol className="grid gap-2 text-sm">
            {earlier.map((one) => (
              <li key={one.disposedAt}>
                {one.disposition}
                {one.note && `: ${one.note}`}
                <span className="block text-quiet">
                  {one.disposedBy}, <DateTime at={one.disposedAt} zone={zone} />
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
