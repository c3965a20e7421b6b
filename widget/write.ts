import { maxCharacters, type Snapshot } from "../rules/webchat";
import { type Answer, call } from "./api";
import type { Page } from "./chat";
import type { Keep } from "./keep";
import type { Say } from "./labels";
import type { Outbox } from "./outbox";
import type { State, WidgetSession } from "./state";

type Options = {
  state: State;
  keep: Keep;
  say: Say;
  outbox: Outbox;
  changed(): void;
  session(): WidgetSession | undefined;
  token(): Promise<string | undefined>;
  page(): Page | undefined;
  working<T>(work: () => Promise<T>): Promise<T | undefined>;
  refused(answer: Answer<unknown>): void;
  takeAll(snapshot: Snapshot): void;
};

/** What the visitor writes: the form before the chat, and messages. */
export function writeCalls(options: Options) {
  const { state, keep, say, outbox, changed, session, token, page, working, refused, takeAll } = options;
  let typedAt = 0;
  return {
    submit: (answers: Record<string, string>, consent: boolean, message: string): Promise<void> | undefined => {
      keep.set("profile", answers);
      return working(async () => {
        const mine = await token();
        if (!mine) {
          state.note ||= say("offline");
          return;
        }
        const at = page();
        const body = { answers, consent, ...(at ? { page: at } : {}) };
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
  };
}
