import type { Language } from "../rules/webchat";
import { call } from "./api";
import type { Page } from "./chat";
import type { openConversation } from "./conversation";
import type { Keep } from "./keep";
import type { Outbox } from "./outbox";
import { type State, tokenSubject, type WidgetSession } from "./state";

type Options = {
  state: State;
  keep: Keep;
  conversation: ReturnType<typeof openConversation>;
  outbox: Outbox;
  /** The stream from the server; again() opens it anew. */
  line: { again(): void };
  at: { page: Page | undefined };
  session(): WidgetSession | undefined;
  /** The token of whoever talked here before the site said who they are. */
  anonymous(): string | undefined;
  token(): Promise<string | undefined>;
  askHere(): Promise<void>;
  changed(): void;
};

/** What the page around tells of its visitor, and what they choose themselves. */
export function visitorCalls(options: Options) {
  const { state, keep, conversation, outbox, line, at, session, anonymous, token, askHere, changed } = options;
  const { forgetTalk, tellAround } = conversation;
  return {
    hello(given: { page?: Page; identity?: string; shown: boolean }): void {
      at.page = given.page;
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
      else if (old && old.subject !== tokenSubject(identity)) this.reset(identity);
      else if (session()) line.again();
      changed();
    },
    /** Nothing of this visitor stays. */
    reset(identity = ""): void {
      const old = keep.get<WidgetSession>("session");
      if (old) void call("DELETE", "/session", { token: old.token });
      keep.clear();
      forgetTalk();
      conversation.forgetRead();
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
