import { Form, useNavigation } from "@remix-run/react";
import { ListChecks } from "lucide-react";
import { PostResult } from "../post-result";
import type { LastPost } from "../refused-post";
import { Button, LinkButton } from "../ui/button";
import { DescriptionList } from "../ui/description-list";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "../ui/page-header";

type BulkPageProps = {
  found: {
    to: string;
    noun: readonly [string, string];
    action:
      | { name: string; danger: boolean; title: string; text: string; button: string; warning?: string }
      | undefined;
    /** What was chosen for the fields of the action, as in an address and as it is read. */
    values: string;
    facts: { label: string; value: string }[];
    /** What it costs, or whatever else is to be known before. */
    notice: string | undefined;
    /** Why it can't be confirmed as it is. */
    problem: string | undefined;
    all: boolean;
    ids: string[];
    rows: number;
    tooMany: boolean;
    named: { id: string; name: string }[];
  };
  last: LastPost;
};

/** The last step before something is done to several rows: the question, what follows from it, and which rows. */
export function BulkPage({ found, last }: BulkPageProps) {
  const { to, noun, action, values, facts, notice, problem, all, ids, rows, tooMany, named } = found;
  const working = useNavigation().state !== "idle";
  const back = { label: "Back to the list", to };
  if (!action || rows === 0 || tooMany || problem)
    return (
      <>
        <PageHeader title="Change several at once" back={back} />
        <PostResult last={last} />
        <section className="card">
          <EmptyState
            icon={ListChecks}
            title={
              tooMany ? "Too many to change at once" : rows > 0 && problem ? "No changes chosen" : "Nothing selected"
            }
            text={
              tooMany
                ? `At most ${rows.toLocaleString("en-KE")} ${noun[1]} can be changed at once. Add a filter to the list.`
                : rows > 0 && problem
                  ? problem
                  : `Select ${noun[1]} in the list. What was removed in the meantime is left out.`
            }
            actions={<LinkButton to={to}>Back to the list</LinkButton>}
          />
        </section>
      </>
    );
  return (
    <div className="max-w-[760px]">
      <PostResult last={last} />
      <PageHeader title={action.title} text={action.text} back={back} />
      {facts.length > 0 && <DescriptionList facts={facts} />}
      {notice && <p className="mt-3 font-medium">{notice}</p>}
      {action.warning && <p className="mt-3 text-warn">{action.warning}</p>}
      <section className="card my-4" aria-label={`The ${noun[1]}`}>
        <ul className="divide-y divide-line">
          {named.map(({ id, name }) => (
            <li key={id} className="truncate px-4 py-2.5">
              {name}
            </li>
          ))}
        </ul>
        {rows > named.length && (
          <p className="border-t border-line px-4 py-2.5 text-sm text-quiet">
            And {(rows - named.length).toLocaleString("en-KE")} more.
          </p>
        )}
      </section>
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="do" />
        <input type="hidden" name="action" value={action.name} />
        <input type="hidden" name="to" value={to} />
        {values !== "" && <input type="hidden" name="values" value={values} />}
        {all && <input type="hidden" name="all" value="1" />}
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids" value={id} />
        ))}
        <Button variant={action.danger ? "danger" : "primary"} size="lg" working={working}>
          {action.button}
        </Button>
        <LinkButton to={to} size="lg">
          Cancel
        </LinkButton>
      </Form>
    </div>
  );
}
