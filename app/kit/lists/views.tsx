import { Form, useLocation } from "@remix-run/react";
import { Bookmark, Trash2 } from "lucide-react";
import { useRef } from "react";
import type { ListView } from "../../../services/identity/contract.lists";
import { href } from "../../href";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { TextInput } from "../ui/field";
import { Tabs } from "../ui/tabs";
import { useDismissable } from "../ui/use-dismissable";
import { isSameQuery, viewAddress, viewQuery } from "./query";

/** A search that the product offers by itself: "Overdue", "due=overdue". */
export type BuiltInView = { name: string; query: string };

type ViewTabsProps = { builtIn: readonly BuiltInView[]; views: readonly ListView[]; keeps: readonly string[] };

/** The searches one comes back to, as tabs: the whole list, the product's own, then the saved ones. */
export function ViewTabs({ builtIn, views, keeps }: ViewTabsProps) {
  const { pathname, search } = useLocation();
  if (builtIn.length === 0 && views.length === 0) return null;
  const now = viewQuery(search, keeps);
  return (
    <Tabs
      label="Views"
      tabs={[{ name: "All", query: "" }, ...builtIn, ...views].map(({ name, query }) => ({
        label: name,
        to: viewAddress(pathname, search, keeps, query),
        current: isSameQuery(now, query),
      }))}
    />
  );
}

type ViewsMenuProps = {
  list: string;
  keeps: readonly string[];
  views: readonly ListView[];
  /** The viewer may share a view with everybody. */
  shares: boolean;
  working: boolean;
};

/** Saves the present search under a name, and deletes saved ones. */
export function ViewsMenu({ list, keeps, views, shares, working }: ViewsMenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { pathname, search } = useLocation();
  useDismissable(ref);
  const kept = views.filter(({ removable }) => removable);
  const where = (
    <>
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="to" value={`${pathname}${search}`} />
    </>
  );
  return (
    <details className="pop pop-end shrink-0" ref={ref}>
      <summary className="btn">
        <Bookmark size={16} strokeWidth={1.75} aria-hidden="true" />
        Views
      </summary>
      <div className="menu filter-panel p-4 sm:w-80">
        <Form method="post" action={href("/lists")} className="grid gap-3" preventScrollReset>
          {where}
          <input type="hidden" name="query" value={viewQuery(search, keeps)} />
          <TextInput
            id="view-name"
            name="name"
            label="Save these filters as"
            maxLength={100}
            required
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
              <Form
                key={view.id}
                method="post"
                action={href("/lists")}
                className="flex items-center gap-2"
                preventScrollReset
              >
                {where}
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
