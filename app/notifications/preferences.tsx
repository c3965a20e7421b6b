import { Form } from "@remix-run/react";
import type { Notice } from "../../services/ticketing/contract.notices";
import { href } from "../href";
import { Button } from "../kit/ui/button";

const words: Record<Notice["kind"], string> = {
  assigned: "A ticket is given to me",
  "new in group": "A new ticket comes to my group",
  "status changed": "A ticket that I watch changes its status",
  commented: "A colleague comments on my ticket",
  "customer replied": "The customer answers",
  "sla warning": "A due time comes near",
  "sla breached": "A due time is missed",
  automation: "A rule notifies me",
  "issue answered": "Support answers an issue that I reported",
  "issue resolved": "An issue that I reported is resolved",
};

type PreferencesProps = {
  preferences: readonly { kind: Notice["kind"]; in_app: boolean; email: boolean }[];
  working: boolean;
};

/** Here, by e-mail, both or not at all: for each kind. */
export function Preferences({ preferences, working }: PreferencesProps) {
  return (
    <section className="card" aria-label="How you are told">
      <div className="card-head">
        <h2>How you are told</h2>
      </div>
      <Form method="post" action={href("/notifications")} preventScrollReset>
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-quiet">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                When
              </th>
              <th scope="col" className="px-2 py-2 font-medium">
                Here
              </th>
              <th scope="col" className="px-4 py-2 font-medium">
                E-mail
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {preferences.map(({ kind, in_app, email }) => (
              <tr key={kind}>
                <th scope="row" className="px-4 py-2 text-left font-normal">
                  {words[kind]}
                </th>
                <Cell name="in_app" kind={kind} on={in_app} label={`${words[kind]}: here`} />
                <Cell name="email" kind={kind} on={email} label={`${words[kind]}: by e-mail`} />
              </tr>
            ))}
          </tbody>
        </table>
        <div className="border-t border-line p-4">
          <Button name="intent" value="preferences" working={working}>
            Save
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Cell({ name, kind, on, label }: { name: string; kind: string; on: boolean; label: string }) {
  return (
    <td className="px-2 py-1">
      <label className="tick justify-center">
        <input key={String(on)} type="checkbox" name={name} value={kind} defaultChecked={on} aria-label={label} />
      </label>
    </td>
  );
}
