import type { ConversationState, ShownMessage, Snapshot, VisitorEvent } from "../rules/webchat";
import { call } from "./api";
import type { Keep } from "./keep";
import type { Say } from "./labels";
import type { Messages } from "./messages";
import { noTalk, type State, type WidgetSession } from "./state";

type Options = {
  state: State;
  keep: Keep;
  messages: Messages;
  say: Say;
  changed(): void;
  session(): WidgetSession | undefined;
  /** The newest messages are on the screen. */
  seen(): void;
  looked(): boolean;
  tellHost(message: object): void;
};

/** The conversation as it is told from the other side, and how far it was read here. */
export function openConversation(options: Options) {
  const { state, keep, messages, say, changed, session, seen, looked, tellHost } = options;
  let typingEnds = 0;
  let readUpto = keep.get<number>("read") ?? 0;

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

  const unread = () => messages.unread(readUpto);

  /** What is on the screen counts as read; the page around draws the number of the rest. */
  function tellAround(): void {
    const theirs = messages.list().filter(({ mine }) => !mine);
    const newest = theirs.at(-1)?.id ?? 0;
    if (looked()) seen();
    if (looked() && newest > readUpto) {
      readUpto = newest;
      keep.set("read", newest);
      const known = session();
      if (known) void call("POST", "/read", { token: known.token, body: { upto: newest } });
    }
    const { stage } = state.standing;
    tellHost({ jibu: "ready", unread: unread(), running: stage === "waiting" || stage === "open" });
  }

  return {
    ...{ hear, stand, takeAll, take, tellAround, unread, forgetTalk },
    /** Nothing counts as read. */
    forgetRead() {
      readUpto = 0;
    },
  };
}
