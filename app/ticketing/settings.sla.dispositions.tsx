// /ticketing/settings/sla/dispositions - what a disposition brings: policy, priority, contacts, members (?edit= opens one)
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Pencil, Tags } from "lucide-react";
import { brand } from "../../rules/brand";
import { priorities } from "../../rules/ticket-labels";
import type { DispositionSetup } from "../../services/ticketing/contract.sla";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { expectStatus, page, receive } from "../shell/page.server";
import { choicesOf } from "./choices.server";
import { changeDisposition } from "./disposition.server";
import { DispositionDrawer } from "./disposition-drawer";
import { SettingsHead } from "./settings-tabs";

const path = "/ticketing/settings/sla/dispositions";

export const meta: MetaFunction = () => [{ title: `Dispositions - ${brand.name}` }];

export const loader = page(path, async ({ api, url }) => {
  const [setups, choices] = await Promise.all([api.ticketing.listDispositionContacts({}), choicesOf(api)]);
  const all = expectStatus(setups, 200).data;
  const asked = url.searchParams.get("edit");
  return { setups: all, choices, edit: all.find((one) => String(one.disposition_id) === asked) ?? null };
});

export const action = receive(path, changeDisposition);

export default function Dispositions() {
  const { setups, choices, edit } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const nameOf = (id: number | null) => setups.find((one) => one.disposition_id === id)?.disposition;
  return (
    <>
      <ActionNotice notice={last && Object.keys(last.errors).length === 0 ? last.notice : undefined} />
      <SettingsHead tab="Dispositions" text="Defaults by subject. A sub-disposition overrides its disposition." />
      <Card label="Dispositions">
        {setups.length === 0 ? (
          <EmptyState
            icon={Tags}
            title="No dispositions yet"
            text="Add dispositions such as Delivery or Payment, then set their policies and members here."
            actions={<LinkButton to={href("/ticketing/settings/types")}>Name dispositions</LinkButton>}
          />
        ) : (
          <>
            <CardHead
              count={setups.length.toLocaleString("en-KE")}
              unit={setups.length === 1 ? "disposition" : "dispositions"}
            />
            <ul className="divide-y divide-line">
              {setups.map((setup) => (
                <li
                  key={setup.disposition_id}
                  className={`flex items-center gap-3 py-2 pr-4 ${setup.parent_id === null ? "pl-4" : "pl-10"}`}
                >
                  <div className="min-w-0 flex-1">
                    <p className={`wrap-anywhere ${setup.parent_id === null ? "font-medium" : ""}`}>
                      {setup.disposition}
                    </p>
                    <p className="text-sm text-quiet wrap-anywhere">{wordsOf(setup)}</p>
                  </div>
                  <LinkButton
                    to={href(path, undefined, { edit: setup.disposition_id })}
                    variant="ghost"
                    icon={Pencil}
                    label={`Set up ${[nameOf(setup.parent_id), setup.disposition].filter(Boolean).join(": ")}`}
                    preventScrollReset
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      {edit && (
        <DispositionDrawer
          key={edit.disposition_id}
          setup={edit}
          parent={nameOf(edit.parent_id)}
          choices={choices}
          close={href(path)}
          working={working}
          {...(last ? { last } : {})}
        />
      )}
    </>
  );
}

/** What it brings, in a sentence. */
function wordsOf(setup: DispositionSetup): string {
  const priority = priorities.find(({ id }) => id === setup.priority_id)?.name;
  const parts = [
    setup.policy && `policy ${setup.policy}`,
    priority && `starts with ${priority}`,
    setup.members.length > 0 && `goes to ${setup.members.map(({ name }) => name).join(", ")}`,
    setup.contacts.length > 0 && `tells ${setup.contacts.map(({ name, email }) => name || email).join(", ")}`,
  ].filter(Boolean);
  if (parts.length === 0) return setup.parent_id === null ? "No defaults: by the rules" : "As its disposition";
  const words = parts.join("; ");
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}
