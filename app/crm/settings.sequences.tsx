// /crm/settings/sequences - the sequences of steps that leads and contacts go through
import { Form, Outlet, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ListOrdered, Plus } from "lucide-react";
import { z } from "zod";
import type { Sequence } from "../../services/crm/contract.sequences";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { countText, hoursText, stepsText } from "./sequences/words";
import { SettingsHead } from "./settings/settings-head";

const path = "/crm/settings/sequences";

export const meta = titled("CRM sequences");

export const loader = page(path, async ({ api }) => expectStatus(await api.crm.sequences({}), 200));

export const action = act(path, z.object({ daily_cap: typedText }), async ({ api, value, refuse, from }) => {
  const answer = await api.crm.setSequenceCap({ body: value });
  return answer.status === 201 ? done(from, href(path), "The most of a day is saved.", "Saved") : refuse(answer.body);
});

export default function Sequences() {
  const { data, daily_cap } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const add = (
    <LinkButton to={href("/crm/settings/sequences/new")} variant="primary" icon={Plus} preventScrollReset>
      New sequence
    </LinkButton>
  );
  return (
    <>
      <PostResult last={last} idOf={() => "daily_cap"} />
      <SettingsHead
        tab="Sequences"
        text="Emails, SMS and tasks with waits in between. A sequence ends for someone as soon as they write."
        actions={data.length > 0 ? add : undefined}
      />
      <Card label="Sequences" className="max-w-[900px]">
        {data.length === 0 ? (
          <EmptyState
            icon={ListOrdered}
            title="No sequences yet"
            text="Add one with a few steps, turn it on, and put leads and contacts in it from their pages or their lists."
            actions={add}
          />
        ) : (
          <ul className="divide-y divide-line">
            {data.map((sequence) => (
              <SequenceRow key={sequence.id} sequence={sequence} />
            ))}
          </ul>
        )}
      </Card>
      <Form method="post" className="card mt-4 grid max-w-[900px] gap-4 p-4">
        <TextInput
          id="daily_cap"
          name="daily_cap"
          label="Messages on one day, at most"
          help="Of all sequences together. What is over waits for the next day."
          inputMode="numeric"
          className="num max-w-[400px]"
          defaultValue={typedValue(last, "daily_cap") ?? String(daily_cap)}
          errors={fieldErrors(last).daily_cap ?? []}
          autoComplete="off"
        />
        <div>
          <Button size="lg" working={working}>
            Save
          </Button>
        </div>
      </Form>
      <Outlet />
    </>
  );
}

function SequenceRow({ sequence }: { sequence: Sequence }) {
  const { id, name, active, counts } = sequence;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">
          <Link className="link inline-flex min-h-6 items-center" to={href("/crm/settings/sequences/:id", { id })}>
            {name}
          </Link>
        </p>
        <p className="text-sm text-quiet">
          {stepsText(sequence)}. {hoursText(sequence)}
        </p>
      </div>
      <Link
        className="link num inline-flex min-h-6 items-center text-sm"
        to={href("/crm/settings/sequences/:id/people", { id }, { state: "active" })}
      >
        {countText(counts.active)} in it<span className="sr-only"> ({name})</span>
      </Link>
      <Status kind={active ? "good" : "none"}>{active ? "On" : "Off"}</Status>
    </li>
  );
}
