import { useLocation, useNavigation, useOutlet } from "@remix-run/react";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { replyWindow } from "../../../rules/chat-channels";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { type RefusedPost, typedValue } from "../../kit/refused-post";
import { NoticesPlace } from "../../kit/ui/notice";
import { CaughtUp } from "../conversation/caught-up";
import { Conversation } from "../conversation/conversation";
import type { SubmittedReply } from "../conversation/send.server";
import type { Gap } from "../conversation/thread-items";
import { ThreadPane } from "../conversation/thread-pane";
import { useTyping } from "../conversation/use-typing";
import { Details } from "../customer/details";
import type { BulkResult } from "./bulk.server";
import { snoozeFieldId, startFieldId } from "./drawer-fields";
import { waitingForMe } from "./inbox";
import type { InboxData } from "./inbox.server";
import type { InboxContext } from "./inbox-context";
import { InboxDrawers } from "./inbox-drawers";
import { useCounts, useReading, useTitle } from "./inbox-effects";
import { inboxHref } from "./inbox-links";
import { ListPane } from "./list-pane";
import { ListTools } from "./list-tools";
import { useInbox } from "./use-inbox";
import { useNow } from "./use-now";

const Island = lazy(() => import("./inbox-island"));

type InboxPageProps = {
  inbox: InboxData;
  /** What an action refused: it comes back into its field. */
  last: InboxRefusal | undefined;
};

type InboxRefusal = RefusedPost & { bulk?: BulkResult };

/** Three panes side by side, two where there is less room, one at a time on a phone; the URL says which. */
export function InboxPage({ inbox, last }: InboxPageProps) {
  const { me, zone, mayInterview, search: asked, open } = inbox;
  const { pathname, search } = useLocation();
  const scripted = useHydrated();
  const { state, formData } = useNavigation();
  const working = state === "submitting";
  const now = useNow(inbox.now);
  const live = useInbox(inbox);
  const [gap, setGap] = useState<Gap>();
  const [dismissed, setDismissed] = useState<Gap>();
  const [others, setOthers] = useState("");
  const typing = useTyping(asked.chat ?? 0);
  useCounts(live.guessed);
  useTitle(waitingForMe(live.list, me.id));
  useReading(live.contact?.contact_id, live.contact?.participant_id === me.id, live.contact?.unread ?? 0);

  // The details are read with the page; the conversation in them, and how long one may answer, are of this moment.
  const { contact } = live;
  const shown = useMemo(() => {
    if (!open || !contact) return null;
    const window = replyWindow(contact.channel, contact.last_customer_at, now);
    return { ...open, detail: { ...open.detail, contact, window } };
  }, [open, contact, now]);
  const intent = typedValue(last, "intent");
  const context: InboxContext = { open: shown, filters: inbox.filters, me, zone, now, mayInterview };
  const details = { labels: inbox.filters.labels, me: me.id, zone, mayInterview };
  const panel = useOutlet(context);
  const pane = panel ? "details" : asked.chat ? "conversation" : "list";
  const linkTo = useCallback((contact: number) => inboxHref(search, { chat: contact }), [search]);
  const only = (name: typeof pane) => (pane === name ? "flex" : "hidden");
  return (
    <>
      <div className="flex overflow-hidden max-md:fixed max-md:inset-x-0 max-md:top-14 max-md:bottom-[var(--dock,0px)] md:absolute md:inset-0">
        <PostResult
          last={last}
          {...(intent === "begin" ? { idOf: startFieldId } : intent === "snooze" ? { idOf: snoozeFieldId } : {})}
        />
        <ListPane
          channels={inbox.channels}
          inboxName={inbox.inboxName}
          filters={inbox.filters}
          views={inbox.saved?.views ?? []}
          list={live.list}
          search={asked}
          me={me.id}
          now={now}
          zone={zone}
          typing={typing.customers}
          tools={<ListTools />}
          strip={gap && gap !== dismissed && <CaughtUp gap={gap} zone={zone} onDismiss={() => setDismissed(gap)} />}
          className={`w-full shrink-0 ${only("list")} ${panel ? "" : "min-[56.25rem]:flex"} min-[56.25rem]:w-[288px] xl:flex xl:w-[300px] min-[87.5rem]:w-[336px]`}
        />
        <ThreadPane
          open={shown}
          contact={live.contact}
          missing={asked.chat !== undefined && !open}
          search={search}
          me={me.id}
          now={now}
          zone={zone}
          sending={working ? String(formData?.get("intent") ?? "") : undefined}
          others={others}
          className={`@container ${only("conversation")} min-[56.25rem]:flex`}
        >
          {shown && live.thread && live.contact && (
            <Conversation
              open={shown}
              thread={live.thread}
              contact={live.contact}
              inbox={inbox}
              now={now}
              gap={gap}
              written={writtenIn(last)}
              typing={typing.customers.has(live.contact.contact_id)}
              loading={live.loading}
              onEarlier={live.earlier}
              onSent={live.add}
              onTyping={typing.write}
            />
          )}
        </ThreadPane>
        {(shown || panel) && (
          <aside
            aria-label="Details"
            className={`w-full shrink-0 flex-col border-line bg-surface min-[56.25rem]:border-l ${only("details")} min-[56.25rem]:w-[312px] xl:flex xl:w-[300px] min-[87.5rem]:w-[312px]`}
          >
            {panel ?? (shown && <Details open={shown} {...details} />)}
            <NoticesPlace className="min-[56.25rem]:hidden" />
          </aside>
        )}
        {scripted && (
          <Suspense>
            <Island
              me={me.id}
              keys={inbox.keys}
              contact={shown ? shown.detail.contact.contact_id : 0}
              writing={typing.writing}
              toDetails={shown ? inboxHref(search, {}, "/chat/inbox/details") : undefined}
              toBack={backFrom(pathname, search, asked.chat)}
              linkTo={linkTo}
              onTold={live.hear}
              onTyping={typing.hear}
              onOthers={setOthers}
              onGap={setGap}
            />
          </Suspense>
        )}
      </div>
      {/* Beside the panes: on a phone these are under the bar at the top, and a drawer stands above it. */}
      <InboxDrawers
        {...{ inbox, now, last, working }}
        rows={live.list.data}
        contact={(shown && live.contact) || null}
      />
    </>
  );
}

/** One step back: from a panel to the details, to the conversation, to the list. */
function backFrom(pathname: string, search: string, chat: number | undefined): string | undefined {
  if (pathname.startsWith(`${href("/chat/inbox/details")}/`)) return inboxHref(search, {}, "/chat/inbox/details");
  if (pathname !== href("/chat/inbox")) return inboxHref(search);
  return chat ? inboxHref(search, { chat: undefined }) : undefined;
}

/** What was written and refused, for its field. */
function writtenIn(last: RefusedPost | undefined): SubmittedReply | null {
  if (typedValue(last, "intent") !== "write") return null;
  const text = (name: string) => typedValue(last, name) ?? "";
  const type = text("type") === "note" ? "note" : "text";
  const mention = text("mention");
  return {
    ...{ request_id: text("request_id"), type, message: text("message"), files: last?.files ?? [] },
    ...(mention ? { mention } : {}),
  };
}
