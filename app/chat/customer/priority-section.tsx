import { Form, useLocation } from "@remix-run/react";
import { type ChatPriority, chatPriorities, chatPriorityNames } from "../../../rules/chat-priority";
import { inboxHref } from "../inbox/inbox-links";

/** How urgent the conversation is, set with one press. */
export function PriorityForm({ priority }: { priority: ChatPriority }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={inboxHref(search)} className="flex flex-wrap gap-1.5" preventScrollReset>
      <input type="hidden" name="intent" value="priority" />
      {pathname.endsWith("/details") && <input type="hidden" name="panel" value="details" />}
      {chatPriorities.map((one) => (
        <button
          key={one}
          type="submit"
          name="priority"
          value={one}
          aria-pressed={one === priority}
          className="btn px-2.5! aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
        >
          {chatPriorityNames[one]}
        </button>
      ))}
    </Form>
  );
}
