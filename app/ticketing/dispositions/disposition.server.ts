import { z } from "zod";
import { href } from "../../href";
import { typedList, typedText } from "../../kit/typed-fields";
import { done, type FormRequest } from "../../shell/page.server";
import { contactsFrom } from "./disposition-contacts";

const Fields = z.object({ policy_id: typedText, priority_id: typedText, contacts: typedText, member_ids: typedList });
export type TypedDisposition = z.output<typeof Fields>;

/** The fields, each with what stood there when the form was drawn. */
export const DispositionForm = Fields.extend({
  was_policy_id: typedText,
  was_priority_id: typedText,
  was_contacts: typedText,
  was_member_ids: typedText,
});

/** Saves what a disposition brings: only what was changed is asked of the service, each thing by its documented call. */
export async function changeDisposition(
  given: FormRequest<"/ticketing/settings/sla/dispositions/:id", typeof DispositionForm>,
) {
  const { api, from, params, value: typed, refuse } = given;
  const path = href("/ticketing/settings/sla/dispositions");
  const disposition_id = Number(params.id) || 0;
  const contacts = contactsFrom(typed.contacts);
  if ("wrong" in contacts)
    return refuse({
      message: "Please correct the marked fields.",
      errors: { contacts: [contacts.wrong] },
    });
  const set = api.ticketing;
  const changes = [
    typed.policy_id !== typed.was_policy_id &&
      (() => set.dispositionSlas({ body: { disposition_id, policy_id: Number(typed.policy_id) || null } })),
    typed.priority_id !== typed.was_priority_id &&
      (() => set.dispositionPriorities({ body: { disposition_id, priority_id: Number(typed.priority_id) || null } })),
    typed.contacts.trim() !== typed.was_contacts.trim() &&
      (() => set.dispositionContacts({ body: { disposition_id, contacts: contacts.found } })),
    typed.member_ids.join(",") !== typed.was_member_ids &&
      (() => set.dispositionMembers({ body: { disposition_id, member_ids: typed.member_ids } })),
  ];
  for (const change of changes) {
    if (!change) continue;
    const answer = await change();
    if (answer.status !== 201) return refuse({ ...answer.body, errors: byField(answer.body.errors) });
  }
  if (!changes.some(Boolean)) return refuse({ message: "Nothing was changed." });
  return done(from, path, "The disposition is saved. It applies to new tickets.", "Saved");
}

/** The service names a fault by its place in a list ("contacts.0.email"); the form has one field for it. */
function byField(errors: Record<string, string[]> | undefined): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors ?? {}).map(([name, words]) => [name.split(".")[0] ?? name, words]));
}
