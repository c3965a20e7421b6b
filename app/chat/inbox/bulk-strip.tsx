import { Form, useLocation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { maxBulkContacts } from "../../../rules/chat-bulk";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { useWithScript } from "../../kit/ui/without-script";
import { inboxHref } from "./inbox-links";
import { conversationCount } from "./labels";

/** The form that the boxes of the rows belong to. */
export const bulkForm = "bulk-conversations";

type BulkStripProps = {
  /** How many are selected, of how many. */
  selected: number;
  rows: number;
  onAll(on: boolean): void;
};

/** Above the list while conversations are selected: on to what is done with them. Without script it is a form. */
export function BulkStrip({ selected, rows, onAll }: BulkStripProps) {
  const { search } = useLocation();
  const scripted = useHydrated();
  const withScript = useWithScript();
  const kept = [...new URLSearchParams(search)].filter(([name]) => !["ids", "drawer", "end", "after"].includes(name));
  const why =
    selected === 0
      ? "Select a conversation first"
      : selected > maxBulkContacts
        ? `At most ${maxBulkContacts} at once`
        : undefined;
  return (
    <Form
      id={bulkForm}
      method="get"
      action={href("/chat/inbox")}
      preventScrollReset
      aria-label="Selected conversations"
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-raised px-4 py-1.5 text-sm"
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="drawer" value="bulk" />
      <p role="status" className="num">
        {scripted ? `${selected} selected` : "Select in the list:"}
      </p>
      <Button variant="primary" {...(scripted && why ? { disabledReason: why } : {})}>
        Change
      </Button>
      <span className="ml-auto flex items-center gap-1">
        {rows > 0 && (
          <Button type="button" variant="ghost" className={withScript} onClick={() => onAll(selected < rows)}>
            {selected < rows ? `All ${rows}` : "None"}
            <span className="sr-only"> of {conversationCount(rows)}</span>
          </Button>
        )}
        <LinkButton variant="ghost" to={inboxHref(search, { select: undefined })} preventScrollReset>
          Cancel
        </LinkButton>
      </span>
    </Form>
  );
}
