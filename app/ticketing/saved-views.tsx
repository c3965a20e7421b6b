import { Form, useLocation } from "@remix-run/react";
import { Bookmark, Trash2 } from "lucide-react";
import { useRef } from "react";
import type { SavedView } from "../../services/ticketing/contract.people";
import { Button } from "../kit/ui/button";
import { Checkbox } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { Tabs } from "../kit/ui/tabs";
import { useDismissable } from "../kit/ui/use-dismissable";
import { undoParam } from "./undo-strip";

const own: readonly [label: string, query: string][] = [
  ["All", ""],
  ["Not resolved", "status=unresolved"],
  ["Overdue", "due=overdue"],
  ["Due today", "due=today"],
  ["Unassigned", "member=none&status=unresolved"],
];

function same(a: string, b: string): boolean {
  const sorted = (query: string) => {
    const params = new URLSearchParams(query);
    for (const name of ["page", "after", "before", undoParam]) params.delete(name);
    params.sort();
    return params.toString();
  };
  return sorted(a) === sorted(b);
}

/** The searches one comes back to: a few built-in ones, then the saved ones. */
export function ViewTabs({ views, mine }: { views: readonly SavedView[]; mine: boolean }) {
  const { pathname, search } = useLocation();
  const offered = [
    ...own.filter(([label]) => !mine || label !== "Unassigned").map(([label, query]) => ({ label, query, count: "" })),
    ...views.map(({ name, query, tickets }) => ({ label: name, query, count: tickets.toLocaleString("en-KE") })),
  ];
  return (
    <Tabs
      label="Views"
      tabs={offered.map(({ label, query, count }) => ({
        label,
        to: query ? `${pathname}?${query}` : pathname,
        current: same(search, query),
        ...(count ? { count } : {}),
      }))}
    />
  );
}

/** Saves the present search under a name, and forgets saved ones. */
export function SaveView({
  views,
  shares,
  working,
}: {
  views: readonly SavedView[];
  shares: boolean;
  working: boolean;
}) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { pathname, search } = useLocation();
  useDismissable(ref);
  const action = `${pathname}${search}`;
  const kept = views.filter((view) => view.own);
  return (
    <details className="pop pop-end shrink-0" ref={ref}>
      <summary className="btn">
        <Bookmark size={16} strokeWidth={1.75} aria-hidden="true" />
        Views
      </summary>
      <div className="menu filter-panel p-4 sm:w-80">
        <Form method="post" action={action} className="grid gap-3">
          <TextInput
            id="view-name"
            name="name"
            label="Save these filters as"
            maxLength={100}
            autoComplete="off"
            help="Using an existing name replaces that view."
          />
          {shares && <Checkbox name="shared" label="Share with everyone" />}
          <Button name="intent" value="save view" working={working} className="w-auto! justify-center!">
            Save the view
          </Button>
        </Form>
        {kept.length > 0 && (
          <>
            <hr className="my-3!" />
            {kept.map((view) => (
              <Form key={view.id} method="post" action={action} className="flex items-center gap-2">
                <input type="hidden" name="view" value={view.id} />
                <span className="min-w-0 flex-1 truncate text-sm">{view.name}</span>
                <Button
                  variant="ghost"
                  icon={Trash2}
                  name="intent"
                  value="delete view"
                  label={`Delete the view ${view.name}`}
                  className="w-8!"
                />
              </Form>
            ))}
          </>
        )}
      </div>
    </details>
  );
}
