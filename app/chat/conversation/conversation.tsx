import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useCallback, useMemo, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Contact, Message } from "../../../services/chat/contract.schemas";
import { Button, LinkButton } from "../../kit/ui/button";
import { NoticesPlace } from "../../kit/ui/notice";
import type { LoadedThread as Loaded } from "../inbox/inbox";
import type { InboxData, OpenConversation } from "../inbox/inbox.server";
import { inboxHref } from "../inbox/inbox-links";
import { writing } from "../inbox/labels";
import { takeCanned as cannedFiles } from "./canned-use";
import { Composer } from "./composer";
import { type OutboxMessage, unacknowledged } from "./outbox";
import type { SubmittedReply } from "./send.server";
import { Thread } from "./thread";
import { type Gap, threadItems } from "./thread-items";
import type { ComposerProps } from "./use-composer";
import { useOutbox } from "./use-outbox";

type ConversationProps = {
  open: OpenConversation;
  thread: Loaded;
  contact: Contact;
  inbox: InboxData;
  now: number;
  gap: Gap | undefined;
  written: SubmittedReply | null;
  typing: boolean;
  loading: boolean;
  onEarlier(): Promise<boolean>;
  onSent(messages: readonly Message[]): void;
  onTyping(): void;
};

/** The messages and the composer below them. */
export function Conversation(props: ConversationProps) {
  const { open, thread, contact, inbox, now, gap, written, typing, loading, onEarlier, onSent, onTyping } = props;
  const { me, zone, search: asked } = inbox;
  const id = contact.contact_id;
  const { search } = useLocation();
  const scripted = useHydrated();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [mended, setMended] = useState<{ key: string; outgoing: OutboxMessage }>();

  const sent = useCallback(
    (messages: readonly Message[], fixed: boolean) => {
      onSent(messages);
      // The old one changed or went: the page is read anew without `fix`.
      if (fixed) revalidate();
    },
    [onSent, revalidate],
  );
  const { outbox, write, retry, drop } = useOutbox({ owner: me.id, contact: id, onSent: sent });
  const items = useMemo(() => {
    const own = outbox.filter((one) => one.contact_id === id);
    return threadItems(thread.data, unacknowledged(own, thread.data), gap, zone);
  }, [thread, outbox, gap, zone, id]);

  const may = writing(contact, open.detail.window, me.id, now, inbox.off.includes(contact.inbox_id));
  const fixing = thread.data.find((message) => message.id === asked.fix && message.status === "failed");
  const given = givenFrom(written, fixing, mended);
  const asking = asked.delete ? { id: asked.delete, words: deleteWords[open.detail.can.delete] } : undefined;
  const earlierTo = inboxHref(search, { before: thread.data[0]?.id });
  return (
    <>
      <Thread
        key={id}
        items={items}
        gap={gap}
        zone={zone}
        me={me.name}
        search={search}
        asking={asking}
        actions={{
          again: retry,
          drop,
          fix(outgoing) {
            drop(outgoing);
            setMended({ key: `${outgoing.request_id} ${outgoing.at}`, outgoing });
          },
        }}
        before={
          thread.more && (
            <p className="mb-3 text-center">
              {scripted ? (
                <Button
                  type="button"
                  working={loading}
                  onClick={() => void onEarlier().then((had) => !had && navigate(earlierTo))}
                >
                  Earlier messages
                </Button>
              ) : (
                <LinkButton to={earlierTo}>Earlier messages</LinkButton>
              )}
            </p>
          )
        }
        after={
          open.earlier && (
            <p className="mt-3 text-center">
              <LinkButton to={inboxHref(search)}>To the newest messages</LinkButton>
            </p>
          )
        }
      />
      <NoticesPlace className="bg-canvas" />
      <Composer
        key={`${id} ${given?.key ?? ""}`}
        contact={id}
        channel={contact.channel}
        customer={contact.user_id}
        owner={me.id}
        action={inboxHref(search)}
        request_id={open.request_id}
        may={may}
        can={open.detail.can}
        canned={open.canned}
        agents={inbox.filters.agents}
        cancelFix={inboxHref(search)}
        aside={typing ? "The customer is typing" : ""}
        onSend={(one) => {
          write(one);
          setMended(undefined);
          if (one.fix) navigate(inboxHref(search), { preventScrollReset: true, replace: true });
        }}
        onTyping={onTyping}
        onPick={(one) => cannedFiles(one.id)}
        {...(given ? { given } : {})}
      />
    </>
  );
}

const deleteWords = {
  everywhere: "Delete this message? It is deleted for the customer too.",
  "our side": "Delete this message? It is deleted on our side of the network; the customer keeps it.",
  here: "Delete this message? It is only hidden here: this channel cannot take a message back.",
  no: "Delete this message? It is only hidden here: this channel cannot take a message back.",
};

/** What stands in the composer besides the draft: what was refused, or a failed message that is mended. */
function givenFrom(
  written: SubmittedReply | null,
  fixing: Message | undefined,
  mended: { key: string; outgoing: OutboxMessage } | undefined,
): ComposerProps["given"] {
  if (mended) {
    const { type, text, files } = mended.outgoing;
    return { key: mended.key, type, text, files };
  }
  if (written) {
    const { request_id, type, message, files, mention } = written;
    const fix = fixing ? { fix: { id: fixing.id, was: fixing.data.text } } : {};
    return {
      key: `written ${request_id}`,
      request_id,
      type,
      text: message,
      files,
      ...fix,
      ...(mention ? { mention } : {}),
    };
  }
  if (!fixing) return undefined;
  const was = fixing.data.text || fixing.message;
  return { key: `fix ${fixing.id}`, type: "text", text: was, fix: { id: fixing.id, was } };
}
