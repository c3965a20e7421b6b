import {
  type ConversationState,
  type FrameSettings,
  type Language,
  maxCharacters,
  type Question,
  type ShownMessage,
  type Snapshot,
  type VisitorEvent,
} from "../rules/webchat";
import { afterCalls } from "./after";
import { type Answer, call } from "./api";
import { faqCalls } from "./faqs";
import { fileCalls } from "./files";
import { hereCalls } from "./here";
import type { Keep } from "./keep";
import { type Say, wordsIn } from "./labels";
import { linkCalls } from "./links";
import { openMessages } from "./messages";
import { openOutbox } from "./outbox";
import { sessionCalls } from "./session";
import { noTalk, openState, subjectOf, type WidgetSession } from "./state";
import { follow } from "./stream";

export type Page = { url: string; title: string };

/** The chat of one frame: what is known, what is done, and whoever draws it is told. */
export function openChat(
  settings: FrameSettings,
  keep: Keep,
  changed: () => void,
  tellHost: (message: object) => void,
) {
  const { key } = settings;
  const messages = openMessages(keep);
  const state = openState(settings, keep);
  let page: Page | undefined;
  let typingEnds = 0;
  let typedAt = 0;
  let readUpto = keep.get<number>("read") ?? 0;

  const { session, anonymous, token } = sessionCalls({
    ...{ settings, state, keep },
    begun(snapshot) {
      takeAll(snapshot);
      line.again();
    },
  });
  const say: Say = (word, values) => wordsIn(state.language)(word, values);

  const outbox = openOutbox({
    ...{ key, keep, changed },
    token,
    page: () => page,
    sent: take,
    form: () => {
      state.wantsForm = true;
      changed();
    },
    lost,
    changed,
  });
  const line = follow({
    key,
    token: () => session()?.token,
    last: messages.last,
    hear,
    line(up) {
      if (state.up === up) return;
      state.up = up;
      if (up) outbox.flush();
      changed();
    },
    lost,
  });

  function lost(): void {
    keep.set("session", undefined);
    forgetTalk();
    changed();
  }

  function forgetTalk(): void {
    messages.clear();
    keep.set("seen", undefined);
    keep.set("standing", undefined);
    state.standing = noTalk(state.standing.open, state.standing.opens_at);
  }

  function hear(told: VisitorEvent): void {
    if (told.kind === "snapshot") takeAll(told);
    else if (told.kind === "message") take(told.message, told.unseen);
    else if (told.kind === "standing") {
      const { open, opens_at } = state.standing;
      stand({ ...told.standing, open, opens_at });
    } else if (told.kind === "away") stand({ ...state.standing, open: told.open, opens_at: told.opens_at });
    else typed(told.on ? told.name || say("team") : "");
  }

  function typed(name: string): void {
    state.typing = name;
    clearTimeout(typingEnds);
    if (name) typingEnds = window.setTimeout(() => typed(""), 8_000);
    changed();
  }

  function stand(standing: ConversationState): void {
    state.standing = standing;
    if (standing.stage !== "open") state.typing = "";
    keep.set("standing", standing);
    tellAround();
    changed();
  }

  /** All of a stretch as it is now: what is missing in it was taken away. */
  function takeAll({ standing, messages: all }: Snapshot): void {
    if (standing.contact_id !== state.standing.contact_id && state.standing.contact_id !== null) messages.clear();
    messages.cutFrom(all[0]?.id);
    for (const one of all) put(one);
    stand(standing);
    messages.save();
  }

  function take(message: ShownMessage, unseen: number): void {
    put(message);
    state.standing = { ...state.standing, unseen };
    if (!message.mine) state.typing = "";
    messages.save();
    tellAround();
    changed();
  }

  /** What has come back to us is no longer on its way. */
  function put(message: ShownMessage): void {
    messages.put(message);
    if (message.request_id) {
      keep.set(`out ${message.request_id}`, undefined);
      state.files = state.files.filter(({ id }) => id !== message.request_id);
    }
  }

  const looked = () => state.shown && document.visibilityState === "visible";
  const links = linkCalls({ messages, session, changed });
  setInterval(() => looked() && void links.keepLinks(), 30_000);
  const { askHere } = hereCalls({
    ...{ key, state, session, looked },
    hear: (here) => stand({ ...state.standing, ...here }),
  });
  setInterval(() => void askHere(), 15_000);

  const unread = () => messages.unread(readUpto);

  /** What is on the screen counts as read; the page around draws the number of the rest. */
  function tellAround(): void {
    const theirs = messages.list().filter(({ mine }) => !mine);
    const newest = theirs.at(-1)?.id ?? 0;
    if (looked()) void links.keepLinks();
    if (looked() && newest > readUpto) {
      readUpto = newest;
      keep.set("read", newest);
      const known = session();
      if (known) void call("POST", "/read", { token: known.token, body: { upto: newest } });
    }
    const { stage } = state.standing;
    tellHost({ jibu: "ready", unread: unread(), running: stage === "waiting" || stage === "open" });
  }

  function refused(answer: Answer<unknown>): void {
    if (answer.ok) return;
    state.errors = answer.errors;
    const inField = Object.keys(answer.errors).length > 0;
    state.note = answer.away ? say("offline") : inField ? "" : answer.message || say("problem");
  }

  async function working<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (state.working) return undefined;
    state.working = true;
    state.note = "";
    state.errors = {};
    changed();
    return work().finally(() => {
      state.working = false;
      changed();
    });
  }

  return {
    ...{ settings, state, say, thread: messages.list, outbox, keep, unread },
    ...fileCalls({ state, say, changed, token, take }),
    ...links,
    ...faqCalls({ key, state, changed, refused }),
    ...afterCalls({ state, keep, say, changed, session, working, refused, takeAll, stand }),
    /** What is still to be asked before a chat. */
    questions(): Question[] {
      const known = session()?.known ?? [];
      return settings.prechat.filter(({ name }) => !known.includes(name));
    },
    hello(given: { page?: Page; identity?: string; shown: boolean }): void {
      page = given.page;
      state.identity = given.identity ?? "";
      state.shown = given.shown;
      if (anonymous()) void token();
      // Somebody was vouched for here before, and now nobody or another is.
      else if (!session()) forgetTalk();
      else line.again();
      tellAround();
      outbox.flush();
      changed();
    },
    show(shown: boolean): void {
      state.shown = shown;
      void askHere();
      tellAround();
      changed();
    },
    identify(identity: string): void {
      const old = keep.get<WidgetSession>("session");
      state.identity = identity;
      if (anonymous()) void token();
      else if (old && old.subject !== subjectOf(identity)) this.reset(identity);
      else if (session()) line.again();
      changed();
    },
    /** Nothing of this visitor stays. */
    reset(identity = ""): void {
      const old = keep.get<WidgetSession>("session");
      if (old) void call("DELETE", "/session", { token: old.token });
      keep.clear();
      forgetTalk();
      readUpto = 0;
      Object.assign(state, { identity, files: [], wantsForm: false, errors: {}, note: "", typing: "" });
      line.again();
      tellAround();
      changed();
    },
    speak(language: Language): void {
      state.language = language;
      document.documentElement.lang = language;
      keep.set("language", language);
      changed();
    },
    submit(answers: Record<string, string>, consent: boolean, message: string): Promise<void> | undefined {
      keep.set("profile", answers);
      return working(async () => {
        const mine = await token();
        if (!mine) {
          state.note ||= say("offline");
          return;
        }
        const body = { answers, consent, ...(page ? { page } : {}) };
        const answer = await call<Snapshot>("POST", "/prechat", { token: mine, body });
        if (!answer.ok) return refused(answer);
        const known = session();
        if (known) keep.set("session", { ...known, known: [...known.known, ...Object.keys(answers)] });
        state.wantsForm = false;
        takeAll(answer.body);
        if (message) outbox.add(message);
        outbox.flush();
      }) as Promise<void>;
    },
    write(text: string): boolean {
      const said = text.trim();
      state.note = said.length > maxCharacters ? say("tooLong") : "";
      changed();
      if (said === "" || said.length > maxCharacters) return false;
      outbox.add(said);
      outbox.flush();
      return true;
    },
    typing(text: string): void {
      keep.set("draft", text || undefined);
      const known = session();
      if (!known || state.standing.stage !== "open" || Date.now() - typedAt < 3_000) return;
      typedAt = Date.now();
      void call("POST", "/typing", { token: known.token, body: { on: text !== "" } });
    },
    /** The network is back, or the page is looked at again. */
    wake(): void {
      line.again();
      outbox.flush();
    },
    look(): void {
      void askHere();
      tellAround();
    },
  };
}
export type Chat = ReturnType<typeof openChat>;
