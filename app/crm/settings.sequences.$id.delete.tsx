// /crm/settings/sequences/:id/delete - the last step before a sequence goes that no one was in
import { useActionData, useLoaderData } from "@remix-run/react";
import { sequenceStates } from "../../rules/sequences";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSequence } from "./sequences/sequence.server";
import { stepsText } from "./sequences/words";

const path = "/crm/settings/sequences/:id/delete";

export const meta = titled("Delete a sequence");

export const loader = page(path, async ({ api, params }) => ({ sequence: await loadSequence(api, params.id) }));

export const action = deleteAction(
  path,
  ({ api, params }) => api.crm.deleteSequence({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: href("/crm/settings/sequences"), message, title: "Deleted" }),
);

export default function DeleteSequence() {
  const { sequence } = useLoaderData<typeof loader>();
  const used = sequenceStates.some((state) => sequence.counts[state] > 0);
  return (
    <DeleteConfirm
      title={`Delete ${sequence.name}?`}
      text="Its steps go with it. This can't be undone."
      facts={[{ label: "It has", value: stepsText(sequence) }]}
      submitLabel="Delete the sequence"
      disabledReason={used ? "People were in it, so it can be turned off and not deleted." : undefined}
      back={{ label: sequence.name, to: href("/crm/settings/sequences/:id", { id: sequence.id }) }}
      last={useActionData<typeof action>()}
    />
  );
}
