import { useMemo } from "react";
import { Toasts } from "./ui/notice";

type NoticeContent = { level: "success" | "warning" | "error" | "info"; title: string; message: string };

/** The notice that an action answered with, at its place at the bottom right. */
export function ActionNotice({ notice }: { notice?: NoticeContent | undefined }) {
  const shown = useMemo(
    () =>
      notice
        ? [{ id: `${notice.title} ${notice.message}`, kind: notice.level, title: notice.title, text: notice.message }]
        : [],
    [notice],
  );
  return <Toasts notices={shown} label="Answer" />;
}
