// /chat/inbox - conversations: the list, the open one, its details
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { act, page } from "../shell/page.server";
import { loadInbox } from "./inbox/inbox.server";
import { actOnInbox, InboxForm } from "./inbox/inbox-action.server";
import { InboxPage } from "./inbox/inbox-page";

export const meta = titled("Inbox");

export const loader = page("/chat/inbox", loadInbox);

export const action = act("/chat/inbox", InboxForm, actOnInbox, { files: "chat" });

/** Somebody was faster: what they did is shown with the refusal. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || actionStatus === 409;

export default function Inbox() {
  const inbox = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return <InboxPage inbox={inbox} last={last} />;
}
