// /crm/settings/sequences/:id/edit - another name or other hours for a sequence (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { loadSequence } from "./sequences/sequence.server";
import { SequenceDrawer, SequenceFields, sequenceBody } from "./sequences/sequence-drawer";

const path = "/crm/settings/sequences/:id/edit";

export const loader = page(path, async ({ api, params }) => ({ sequence: await loadSequence(api, params.id) }));

export const action = act(path, SequenceFields, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  const answer = await api.crm.updateSequence({ params: { id }, body: sequenceBody(value) });
  return answer.status === 201
    ? done(from, href("/crm/settings/sequences/:id", { id }), "Sequence saved")
    : refuse(answer.body);
});

export default function ChangeSequence() {
  const { sequence } = useLoaderData<typeof loader>();
  return (
    <SequenceDrawer
      title={sequence.name}
      submitLabel="Save the sequence"
      close={href("/crm/settings/sequences/:id", { id: sequence.id })}
      sequence={sequence}
      last={useActionData<typeof action>()}
    />
  );
}
