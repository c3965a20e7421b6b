import type { FrameSettings, Question } from "../rules/webchat";
import { afterCalls } from "./after";
import { openConversation } from "./conversation";
import { faqCalls } from "./faqs";
import { fileCalls } from "./files";
import { hereCalls } from "./here";
import type { Keep } from "./keep";
import { type Say, wordsIn } from "./labels";
import { linkCalls } from "./links";
import { openMessages } from "./messages";
import { openOutbox } from "./outbox";
import { sessionCalls } from "./session";
import { openState } from "./state";
import { follow } from "./stream";
import { visitorCalls } from "./visitor";
import { workCalls } from "./work";
import { writeCalls } from "./write";

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
  const at: { page: Page | undefined } = { page: undefined };

  const { session, anonymous, token } = sessionCalls({
    ...{ settings, state, keep },
    begun(snapshot) {
      takeAll(snapshot);
      line.again();
    },
  });
  const say: Say = (word, values) => wordsIn(state.language)(word, values);
  const looked = () => state.shown && document.visibilityState === "visible";
  const links = linkCalls({ messages, session, changed });
  const seen = () => void links.keepLinks();
  const conversation = openConversation({ state, keep, messages, say, changed, session, seen, looked, tellHost });
  const { hear, stand, takeAll, take, unread, forgetTalk } = conversation;
  const { refused, working } = workCalls({ state, say, changed });

  const outbox = openOutbox({
    ...{ key, keep, changed },
    token,
    page: () => at.page,
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

  setInterval(() => looked() && void links.keepLinks(), 30_000);
  const { askHere } = hereCalls({
    ...{ key, state, session, looked },
    hear: (here) => stand({ ...state.standing, ...here }),
  });
  setInterval(() => void askHere(), 15_000);

  return {
    ...{ settings, state, say, thread: messages.list, outbox, keep, unread },
    ...fileCalls({ state, say, changed, token, take }),
    ...links,
    ...faqCalls({ key, state, changed, refused }),
    ...afterCalls({ state, keep, say, changed, session, working, refused, takeAll, stand }),
    ...writeCalls({
      ...{ state, keep, say, outbox, changed, session, token, working, refused, takeAll },
      page: () => at.page,
    }),
    /** What is still to be asked before a chat. */
    questions(): Question[] {
      const known = session()?.known ?? [];
      return settings.prechat.filter(({ name }) => !known.includes(name));
    },
    ...visitorCalls({
      ...{ state, keep, conversation, outbox, line, at },
      ...{ session, anonymous, token },
      ...{ askHere, changed },
    }),
  };
}
export type Chat = ReturnType<typeof openChat>;
