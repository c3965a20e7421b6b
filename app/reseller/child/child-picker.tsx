import { Form } from "@remix-run/react";
import { Store } from "lucide-react";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { EmptyState } from "../../kit/ui/empty-state";
import { Select } from "../../kit/ui/field";
import type { ChildChoice } from "./child.server";

type ChildPickerProps = {
  choices: readonly ChildChoice[];
  child: string | undefined;
  /** What one does with the account that is shown: "Send for", "Top up". */
  label: string;
};

/** Which child account it is about: in the URL, so that it can be linked to. Without a child account, how to get one. */
export function ChildPicker({ choices, child, label }: ChildPickerProps) {
  if (choices.length === 0) return <NoChildren />;
  return (
    <Form method="get" className="mb-4 flex max-w-[640px] flex-wrap items-end gap-2" key={child ?? ""}>
      <Select
        id="child"
        name="child"
        label={label}
        choices={choices}
        defaultValue={child ?? ""}
        {...(child ? {} : { empty: "Choose an account" })}
        className="min-w-0 flex-1 basis-60"
      />
      <Button size="lg">{child ? "Change" : "Continue"}</Button>
    </Form>
  );
}

/** Without a child account: how to get one. */
export function NoChildren() {
  return (
    <section className="card">
      <EmptyState
        icon={Store}
        title="No child accounts yet"
        text="A child account is a customer of yours with its own people, balance and price. Open the first one to begin."
        actions={
          <LinkButton to={href("/reseller/new")} variant="primary">
            Open a child account
          </LinkButton>
        }
      />
    </section>
  );
}
