import { data } from "@remix-run/node";
import { href } from "../href";
import { type Admitted, done } from "../shell/page.server";
import { contactsFrom } from "./disposition-contacts";
import { readForm } from "./form.server";

export type TypedDisposition = { policy_id: string; priority_id: string; contacts: string; member_ids: string[] };
export type DispositionAnswer = {
  typed?: TypedDisposition;
  errors: Record<string, string[]>;
  notice?: { level: "warning"; title: string; message: string };
};

/** Saves what a disposition brings: only what was changed is asked of the service, each thing by its documented call. */
export async function changeDisposition({ api, request, from }: Admitted<"/ticketing/settings/sla/dispositions">) {
  const form = await readForm(api, request);
  const path = href("/ticketing/settings/sla/dispositions");
  const disposition_id = Number(form.value("id")) || 0;
  const typed: TypedDisposition = {
    policy_id: form.value("policy_id"),
    priority_id: form.value("priority_id"),
    contacts: form.value("contacts"),
    member_ids: form.values("member_ids").filter(Boolean),
  };
  const refuse = (problem: { status: number; message: string; errors?: Record<string, string[]> | undefined }) =>
    data<DispositionAnswer>(
      {
        typed,
        errors: problem.errors ?? {},
        notice: { level: "warning", title: "Warning", message: problem.message },
      },
      { status: problem.status === 400 ? 422 : problem.status },
    );
  const contacts = contactsFrom(typed.contacts);
  if ("wrong" in contacts)
    return refuse({
      status: 422,
      message: "Please correct the marked fields.",
      errors: { contacts: [contacts.wrong] },
    });
  const was = (name: string) => form.values(`was_${name}`).join(",");
  const set = api.ticketing;
  const changes = [
    typed.policy_id !== was("policy_id") &&
      (() => set.dispositionSlas({ body: { disposition_id, policy_id: Number(typed.policy_id) || null } })),
    typed.priority_id !== was("priority_id") &&
      (() => set.dispositionPriorities({ body: { disposition_id, priority_id: Number(typed.priority_id) || null } })),
    typed.contacts.trim() !== was("contacts").trim() &&
      (() => set.dispositionContacts({ body: { disposition_id, contacts: contacts.found } })),
    typed.member_ids.join(",") !== was("member_ids") &&
      (() => set.dispositionMembers({ body: { disposition_id, member_ids: typed.member_ids } })),
  ];
  for (const change of changes) {
    if (!change) continue;
    const answer = await change();
    if (answer.status !== 201) return refuse({ ...answer.body, errors: byField(answer.body.errors) });
  }
  if (!changes.some(Boolean)) return refuse({ status: 422, message: "Nothing was changed." });
  return done(from, path, "The disposition is saved. It applies to new tickets.", "Saved");
}

/** The service names a fault by its place in a list ("contacts.0.email"); the form has one field for it. */
function byField(errors: Record<string, string[]> | undefined): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors ?? {}).map(([name, words]) => [name.split(".")[0] ?? name, words]));
}
