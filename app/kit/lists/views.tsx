import { Form, useLocation } from "@remix-run/react";
import { Bookmark, Trash2 } from "lucide-react";
import { useRef } from "react";
import { commas } from "../../../rules/format";
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

/** `count`: how many rows the view has, where the list knows. */
type ViewTabsProps = {
  path: string;
  builtIn: readonly BuiltInView[];
  views: readonly (ListView & { count?: number })[];
  keeps: readonly string[];
};

/** The searches one comes back to, as tabs: the whole list, the product's own, then the saved ones. */
export function ViewTabs({ path, builtIn, views, keeps }: ViewTabsProps) {
  const { search } = useLocation();
  if (builtIn.length === 0 && views.length === 0) return null;
  const now = viewQuery(search, keeps);
  const offered: { name: string; query: string; count?: number }[] = [{ name: "All", query: "" }, ...builtIn, ...views];
  return (
    <Tabs
      label="Views"
      tabs={offered.map(({ name, query, count }) => ({
        label: name,
        ...(count === undefined ? {} : { count: commas(count) }),
        to: viewAddress(path, search, keeps, query),
        current: isSameQuery(now, query),
      }))}
    />
  );
}

type ViewsMenuProps = {
  list: string;
  path: string;
  keeps: readonly string[];
  views: readonly ListView[];
  /** The viewer may share a view with everybody. */
  shares: boolean;
  working: boolean;
};

/** Saves the present search under a name, and deletes saved ones. */
export function ViewsMenu({ path, ...forms }: ViewsMenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { search } = useLocation();
  useDismissable(ref);
  return (
    <details className="pop pop-end shrink-0" ref={ref}>
      <summary className="btn">
        <Bookmark size={16} strokeWidth={1.75} aria-hidden="true" />
        Views
      </summary>
      <div className="menu filter-panel p-4 sm:w-80">
        <ViewForms {...forms} to={`${path}${search}`} />
      </div>
    </details>
  );
}

type ViewFormsProps = Omit<ViewsMenuProps, "path"> & {
  /** Where people are afterwards. */
  to: string;
};

export function ViewForms({ list, to, keeps, views, shares, working }: ViewFormsProps) {
  const { search } = useLocation();
  const kept = views.filter(({ removable }) => removable);
  const where = (
    <>
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="to" value={to} />
    </>
  );
  return (
    <>
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
    </>
  );
}
