import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Contact, Message } from "../../../services/chat/contract.schemas";
import { applyListEvents, applyThreadEvents, type InboxEvent, type LoadedThread, withMessages } from "./inbox";
import type { InboxData } from "./inbox.server";
import { askLive } from "./live-api";

/** Messages that came by other ways than the page: earlier ones, and the answers to what was sent. */
type AddedMessages = { contact: number; data: Message[]; more?: boolean };

const none: readonly InboxEvent[] = [];
/** Events kept over the page's data before it is read anew. */
const maxTold = 400;

/**
 * The inbox as it is now: the page's data, and on top of them what was told since. A fresh reading of the page replaces
 * what it contains already; nothing is kept twice, so an event that comes again changes nothing (statement M34).
 */
export function useInbox(inbox: InboxData) {
  const { list, open, me, search } = inbox;
  const [told, setTold] = useState(none);
  const [added, setAdded] = useState<AddedMessages>({ contact: 0, data: [] });
  const { revalidate } = useRevalidator();
  const contact = open?.detail.contact.contact_id ?? 0;
  const from = Math.min(list.cursor, open?.thread.cursor ?? list.cursor);

  // What the fresh data know already is let go; what was added takes it in first, for it is in no page's data.
  const last = useRef({ told, from });
  last.current = { ...last.current, told };
  useEffect(() => {
    const { told: had } = last.current;
    const gone = had.filter(({ seq }) => seq <= from);
    if (gone.length === 0) return;
    setTold((now) => now.filter(({ seq }) => seq > from));
    setAdded((now) => ({ ...now, data: changed(now, gone) }));
  }, [from]);

  const { rows, guessed } = useMemo(() => {
    const { list: rows, guessed } = applyListEvents(list, told, me.id, search);
    return { rows: { ...rows, next: list.next, more: list.more }, guessed };
  }, [list, told, me.id, search]);

  const thread = useMemo((): LoadedThread | undefined => {
    if (!open) return undefined;
    const { thread: drawn } = open;
    if (added.contact !== contact) return applyThreadEvents(drawn, told);
    const known = new Set(drawn.data.map(({ id }) => id));
    const more = added.more ?? drawn.more;
    const data = withMessages(
      { data: drawn.data, more: false },
      added.data.filter(({ id }) => !known.has(id)),
    );
    return applyThreadEvents({ ...drawn, data, more }, told);
  }, [open, added, contact, told]);

  useEffect(() => {
    if (told.length > maxTold) revalidate();
  }, [told.length, revalidate]);

  const hear = useCallback((event: InboxEvent) => setTold((had) => [...had, event]), []);

  /** Messages that the server answered a sending with. */
  const add = useCallback((messages: readonly Message[]) => {
    const [one] = messages;
    if (!one) return;
    setAdded((had) => {
      const before = had.contact === one.contact_id ? had : { contact: one.contact_id, data: [] };
      const fresh = messages.filter(({ id }) => !before.data.some((known) => known.id === id));
      return { ...before, data: [...before.data, ...fresh] };
    });
  }, []);

  const [loading, setLoading] = useState(false);
  const oldest = thread?.data[0]?.id;
  /** Earlier messages, put above what is shown. Answers whether it could be done. */
  const earlier = useCallback(async (): Promise<boolean> => {
    if (!oldest) return false;
    setLoading(true);
    try {
      const answer = await askLive({ chat: contact, before: oldest });
      if (!answer.ok) return false;
      const page = (await answer.json()) as { data: Message[]; more: boolean };
      setAdded((had) => {
        const before = had.contact === contact ? had.data : [];
        return { contact, data: [...page.data, ...before], more: page.more };
      });
      return true;
    } catch {
      return false;
    } finally {
      setLoading(false);
    }
  }, [contact, oldest]);

  // The conversation as the newest of both says: events first, for the details are read with the page.
  const present = rows.data.find(({ contact_id }) => contact_id === contact);
  const contactNow = useMemo(() => {
    if (!open) return undefined;
    const fresh = { ...open.detail.contact };
    for (const { seq, body } of told) {
      const said = body.contact as Partial<Contact> | undefined;
      if (said?.contact_id === contact && seq > open.thread.cursor) Object.assign(fresh, said);
    }
    return present && present.updated_at > fresh.updated_at ? present : fresh;
  }, [open, present, told, contact]);

  return { list: rows, guessed, thread, contact: contactNow, hear, add, earlier, loading };
}

/** Added messages after events that the page's own data contain from now on. */
function changed({ contact, data }: AddedMessages, events: readonly InboxEvent[]): Message[] {
  const known = new Set(data.map(({ id }) => id));
  const about = events.filter(({ body }) => known.has((body.message as Message | undefined)?.id ?? 0));
  return applyThreadEvents({ contact_id: contact, data, more: false, cursor: 0 }, about).data;
}
