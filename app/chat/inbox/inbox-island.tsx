import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Contact, Message } from "../../../services/chat/contract.schemas";
import { useEvents, useLiveState, usePresence } from "../../shell/live";
import { type Gap, missedMessage } from "../conversation/thread-items";
import type { InboxEvent } from "./inbox";
import { KeysHelp } from "./keys-help";
import { customerName } from "./labels";
import { notifies, ring } from "./notify";
import { useKeys } from "./use-keys";

type IslandProps = {
  me: string;
  /** The keys of the inbox are wanted. */
  keys: boolean;
  contact: number;
  writing: boolean;
  toDetails: string | undefined;
  toBack: string | undefined;
  linkTo(contact: number): string;
  onTold(event: InboxEvent): void;
  onTyping(contact: number, typing: boolean): void;
  onOthers(words: string): void;
  onGap(gap: Gap): void;
};

/** The live half of the inbox: events, who else is here, keys, sounds. Comes after the page, and draws nothing. */
export default function InboxIsland(props: IslandProps) {
  const { contact, toDetails, toBack, onTold } = props;
  const help = useRef<HTMLDialogElement>(null);
  const noteGap = useGap(props.me, props.onGap);
  const tell = useRing(props);
  useKeys({ help: () => help.current?.showModal(), details: toDetails, back: toBack, on: props.keys });
  useEvents(["chat.message", "chat.contact"], (event) => {
    noteGap(event);
    tell(event);
    onTold(event);
  });
  return (
    <>
      {contact !== 0 && <Here key={contact} {...props} />}
      <KeysHelp ref={help} />
      <button type="button" hidden data-keys-help="" onClick={() => help.current?.showModal()} />
    </>
  );
}

/** Under this name the customer is among those who are at a conversation. */
const visitor = "visitor";

/** Says that one looks at this conversation, and hears who else does. */
function Here({ contact, writing, onOthers, onTyping }: IslandProps) {
  const all = usePresence(`chat/${contact}`, writing ? "writing" : "looking");
  const typing = all.some(({ id, activity }) => id === visitor && activity === "writing");
  const others = all.filter(({ id }) => id !== visitor);
  const [first, ...rest] = others;
  const activity = first?.activity === "writing" ? "is writing" : "is looking";
  const words = !first ? "" : rest.length === 0 ? `${first.name} ${activity}` : `${first.name} and ${rest.length} more`;
  useEffect(() => {
    onOthers(words);
    return () => onOthers("");
  }, [words, onOthers]);
  useEffect(() => {
    onTyping(contact, typing);
    return () => onTyping(contact, false);
  }, [contact, typing, onTyping]);
  return null;
}

/** What came in between a lost connection and the next one that stands. */
function useGap(me: string, onGap: (gap: Gap) => void) {
  const { link } = useLiveState();
  const cut = useRef<{ from: number; ids: Set<number> }>();
  const present = useRef(onGap);
  present.current = onGap;
  useEffect(() => {
    const now = Math.floor(Date.now() / 1000);
    if (link === "lost") cut.current ??= { from: now, ids: new Set() };
    if (link !== "on" || !cut.current) return;
    const { from, ids } = cut.current;
    cut.current = undefined;
    if (ids.size > 0) present.current({ from, to: now, ids, count: ids.size });
  }, [link]);
  return (event: InboxEvent) => {
    const id = missedMessage(event, me);
    if (id !== undefined) cut.current?.ids.add(id);
  };
}

/** Rings for what wants this person: a word of their customer, a conversation that was given to them or waits. */
function useRing({ me, contact: open, linkTo }: IslandProps) {
  const navigate = useNavigate();
  return ({ kind, body }: InboxEvent) => {
    if (!notifies()) return;
    const contact = body.contact as Contact | undefined;
    const message = body.message as Message | undefined;
    if (!contact) return;
    const seen = document.visibilityState === "visible" && contact.contact_id === open;
    const theirs = contact.participant_id === me;
    const words = message && body.change === "made" && message.author === "customer" && theirs && !seen;
    const given = kind === "chat.contact" && body.change === "started" && theirs && body.by !== me;
    const queued = contact.waiting_since !== null && (body.change === "made" || body.change === "queued");
    const waits = kind === "chat.contact" && queued;
    if (!words && !given && !waits) return;
    const text = words ? message.data.text || message.file_name : waits ? "waits for an answer" : "is yours now";
    ring(customerName(contact), text, `chat ${contact.contact_id}`, () => navigate(linkTo(contact.contact_id)));
  };
}
