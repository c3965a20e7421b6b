import { Form, useLocation } from "@remix-run/react";
import { kindsOfModule, type NoticeKind, type NoticeModule, noticeKind, noticeModules } from "../../../rules/notices";
import { href } from "../../href";
import { Button } from "../../kit/ui/button";

type Preference = { kind: NoticeKind; in_app: boolean; email: boolean };
type PreferencesProps = { preferences: readonly Preference[]; modules: readonly NoticeModule[]; working: boolean };

/** In the product, by e-mail, both or not at all: for each kind, by module. */
export function Preferences({ preferences, modules, working }: PreferencesProps) {
  const { search } = useLocation();
  if (preferences.length === 0) return null;
  return (
    <section className="card" id="preferences" aria-labelledby="preferences-title">
      <div className="card-head">
        <h2 id="preferences-title">Notify me</h2>
      </div>
      <Form method="post" action={`${href("/notifications")}${search}`} preventScrollReset>
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-quiet">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                When
              </th>
              <th scope="col" className="px-2 py-2 font-medium">
                In app
              </th>
              <th scope="col" className="px-4 py-2 font-medium">
                Email
              </th>
            </tr>
          </thead>
          {modules.map((module) => (
            <Module
              key={module}
              module={module}
              preferences={preferences.filter(({ kind }) => kindsOfModule(module).includes(kind))}
            />
          ))}
        </table>
        <div className="border-t border-line p-4">
          <Button name="intent" value="preferences" working={working}>
            Save preferences
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Module({ module, preferences }: { module: NoticeModule; preferences: readonly Preference[] }) {
  return (
    <tbody className="divide-y divide-line border-b border-line">
      <tr>
        <th scope="rowgroup" colSpan={3} className="bg-page px-4 py-1.5 text-left text-quiet">
          {noticeModules[module]}
        </th>
      </tr>
      {preferences.map(({ kind, in_app, email }) => (
        <Kind key={kind} kind={kind} in_app={in_app} email={email} />
      ))}
    </tbody>
  );
}

function Kind({ kind, in_app, email }: Preference) {
  const { label } = noticeKind(kind);
  return (
    <tr>
      <th scope="row" className="px-4 py-2 text-left font-normal">
        <input type="hidden" name="kinds" value={kind} />
        {label}
      </th>
      <Cell name="in_app" kind={kind} on={in_app} label={`${label}: in app`} />
      <Cell name="email" kind={kind} on={email} label={`${label}: by email`} />
    </tr>
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
