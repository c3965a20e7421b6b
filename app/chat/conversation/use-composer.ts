import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { leftOpen } from "../../../rules/canned";
import { answerRules } from "../../../rules/chat-channels";
import { commas } from "../../../rules/format";
import { mentionAt, mentionChoices } from "../../../rules/mentions";
import type { Channel } from "../../../services/chat/contract.fields";
import type { KeptFile } from "../../kit/file-upload";
import type { InboxData } from "../inbox/inbox.server";
import type { ReplyPermission } from "../inbox/labels";
import { type Canned, cannedFor, inserted, shortcutAt } from "./canned";
import { useFiles } from "./composer-files";
import { readDraft, writeDraft } from "./drafts";
import { newRequestId } from "./outbox";
import type { Suggestion } from "./suggestions";

export type ComposedReply = {
  request_id: string;
  type: "text" | "note";
  text: string;
  files: KeptFile[];
  fix?: { id: number; was: string };
  /** It waits: sending takes it. */
  take?: true;
};

export type ComposerProps = {
  contact: number;
  channel: Channel;
  /** The customer's id on the channel. */
  customer: string;
  /** The person: drafts are theirs. */
  owner: string;
  action: string;
  /** Made by the server, so that a form that is posted twice is one message. */
  request_id: string;
  may: ReplyPermission;
  can: { file: boolean; most_characters: number };
  canned: readonly Canned[];
  /** Who can be mentioned in a note. */
  agents: InboxData["filters"]["agents"];
  /** What was refused, or what is to be corrected: it stands in the field instead of the draft. */
  given?: Partial<ComposedReply> & { key: string; mention?: string };
  cancelFix: string;
  aside?: string;
  onSend(written: ComposedReply): void;
  onTyping(): void;
  /** A canned reply was taken: its files, as this person's own. */
  onPick(one: Canned): Promise<KeptFile[]>;
};

/** What is being written: its text and files, the canned replies that fit it, and why it can't go out as it is. */
export function useComposer(props: ComposerProps) {
  const { contact, owner, may, can, canned, agents, given, onSend, onTyping, onPick } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [id, setId] = useState(given?.request_id || props.request_id);
  const [chosen, setChosen] = useState<"text" | "note">(given?.type ?? "text");
  const [texts, setTexts] = useState({
    text: given?.type === "note" ? "" : (given?.text ?? ""),
    note: given?.type === "note" ? (given.text ?? "") : "",
  });
  const [files, setFiles] = useState<readonly KeptFile[]>(given?.files ?? []);
  const [active, setActive] = useState(0);
  const [cursor, setCursor] = useState(0);
  const sending = useFiles(files, setFiles);
  // A private note is what somebody chose, never what is left: an answer must not become one.
  const type = chosen;
  const shut = type === "text" && !may.reply ? may.why : undefined;
  const takes = type === "text" && may.reply && may.take;
  const text = texts[type];

  // Once, when the browser takes over: what was typed before that, or else the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the conversation is the key of this component
  useEffect(() => {
    const typed = area.current?.value ?? "";
    if (typed !== text) return setTexts((had) => ({ ...had, [type]: typed }));
    const draft = given ? undefined : readDraft(owner, contact);
    if (!draft) return;
    setTexts({ text: draft.text, note: draft.note });
    setChosen(draft.type);
    setFiles(draft.files);
  }, []);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else writeDraft(owner, contact, { type: chosen, ...texts, files: [...files] });
  }, [owner, contact, chosen, texts, files]);

  const at = shortcutAt(text, cursor);
  const found = at ? cannedFor(canned, at.word).filter(({ shortcut }) => shortcut !== "") : [];
  const mention = type === "note" ? mentionAt(text, cursor) : undefined;
  const people = mention ? mentionChoices(agents, mention.word) : [];
  const suggestions = suggestionsFrom(found, people);
  const length = answerRules(props.channel, props.customer).length(text);
  const over = type === "text" ? length - can.most_characters : 0;
  const why = shut ?? reasonNot(text, type, files, over, sending.sending !== undefined);
  // A text that can't go out says so in the open: a phone shows no title of a button, and a key presses none.
  const blocked = shut === undefined && sending.sending === undefined && text.trim() !== "" ? why : undefined;

  function change(value: string) {
    setTexts((had) => ({ ...had, [type]: value }));
    if (type === "text" && value !== "") onTyping();
  }

  function pick(one: Canned) {
    const [from, to] = at && found.includes(one) ? [at.from, cursor] : [cursor, cursor];
    insert(from, to, one.text);
    void onPick(one).then((own) => setFiles((had) => [...had, ...own].slice(0, 5)));
  }

  function insert(from: number, to: number, words: string) {
    const next = inserted(text, from, to, words);
    change(next.text);
    setCursor(next.cursor);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.cursor, next.cursor);
    });
  }

  /** One of the suggestions is taken. */
  function take(place: number) {
    const [person, one] = [people[place], found[place]];
    if (mention && person) insert(mention.from, cursor, `@${person.handle} `);
    else if (one) pick(one);
  }

  function send() {
    if (why !== undefined) return area.current?.focus();
    onSend({
      request_id: id,
      type,
      text,
      files: [...files],
      ...(given?.fix ? { fix: given.fix } : {}),
      ...(takes ? { take: true as const } : {}),
    });
    setId(newRequestId());
    setTexts((had) => ({ ...had, [type]: "" }));
    setFiles([]);
    area.current?.focus();
  }

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return send();
    }
    if (suggestions.length === 0 || event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((was) => (was + step + suggestions.length) % suggestions.length);
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      take(Math.min(active, suggestions.length - 1));
    }
  }

  return {
    ...{ area, id, type, text, texts, shut, takes, why, blocked, files, sending, suggestions, length },
    active: Math.min(active, suggestions.length - 1),
    ...{ setChosen, setCursor, setFiles, pick, take, send, pressed },
    /** The text was typed: `at` is where the cursor is. */
    typed(value: string, at: number) {
      setCursor(at);
      setActive(0);
      change(value);
    },
  };
}

/** Colleagues after an @, canned replies after a stroke. */
function suggestionsFrom(canned: readonly Canned[], people: ComposerProps["agents"]): Suggestion[] {
  if (people.length > 0)
    return people.map(({ id, name, handle }) => ({ key: id, words: name, about: handle === name ? "" : handle }));
  return canned.map(({ id, shortcut, title }) => ({ key: String(id), words: `/${shortcut}`, about: title }));
}

/** Why it cannot go out as it is, or nothing. */
function reasonNot(
  text: string,
  type: "text" | "note",
  files: readonly KeptFile[],
  over: number,
  uploading: boolean,
): string | undefined {
  if (uploading) return "Waiting for the files.";
  if (text.trim() === "" && files.length === 0)
    return type === "note" ? "Write the note first." : "Write something first.";
  if (over > 0) return `${commas(over)} ${over === 1 ? "character" : "characters"} too many.`;
  // Statement M46: what a canned reply asks for is filled in first.
  const open = type === "text" ? leftOpen(text).map((name) => `{{${name}}}`) : [];
  return open.length > 0 ? `Fill in ${open.join(", ")} first.` : undefined;
}
