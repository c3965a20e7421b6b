import type { ToastContent as Shown } from "../kit/ui/notice";
import type { Settings } from "./context.server";
import { noticeCookie, readNotice, type SessionNotice } from "./session.server";

/** A notice as the stack draws it; its id tells it from the same words said before. */
export function shown({ level, title, message }: SessionNotice): Shown {
  return { id: crypto.randomUUID(), kind: level, title, text: message };
}

/** The notice left for this page, and the header that takes it away. */
export async function flashed(request: Request, settings: Settings) {
  const notice = await readNotice(request, settings);
  const headers = new Headers();
  if (notice) headers.append("set-cookie", await noticeCookie(settings).serialize("", { maxAge: 0 }));
  return { notices: notice ? [shown(notice)] : [], headers };
}
