import type { SubmissionResult } from "@conform-to/react";
import { useMemo } from "react";
import { ActionNotice } from "../kit/action-notice";

type Said = { level: "success" | "warning" | "error" | "info"; title: string; message: string };

/** The words of a refusal: the notice, or what the fields have to say. */
export function wordsOf(last: { reply?: unknown; notice?: Said } | undefined): Said | undefined {
  if (last?.notice) return last.notice;
  const reply = last?.reply as SubmissionResult | undefined;
  const [first] = Object.values(reply?.error ?? {}).flatMap((words) => words ?? []);
  return first ? { level: "warning", title: "Warning", message: first } : undefined;
}

/** What became of a form without a place for its errors, as a Warning. */
export function ListAnswer({ last }: { last: { reply?: unknown; notice?: Said } | undefined }) {
  const notice = useMemo(() => wordsOf(last), [last]);
  return <ActionNotice notice={notice} />;
}
