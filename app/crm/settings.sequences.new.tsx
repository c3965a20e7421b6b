// /crm/settings/sequences/new - a new sequence (drawer)
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { SequenceDrawer, SequenceFields, sequenceBody } from "./sequences/sequence-drawer";

const path = "/crm/settings/sequences/new";

export const loader = page(path, async () => ({}));

export const action = act(path, SequenceFields, async ({ api, value, refuse, from }) => {
  const answer = await api.crm.addSequence({ body: sequenceBody(value) });
  if (answer.status !== 201) return refuse(answer.body);
  const words = "The sequence is off. Add its steps, then turn it on.";
  return done(from, href("/crm/settings/sequences/:id", { id: answer.body.id }), words, "Sequence added");
});

export default function NewSequence() {
  return (
    <SequenceDrawer
      title="New sequence"
      submitLabel="Add the sequence"
      close={href("/crm/settings/sequences")}
      last={useActionData<typeof action>()}
    />
  );
}
