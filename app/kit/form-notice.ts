import type { SubmissionResult } from "@conform-to/react";

/**
 * The notice of a refusal that no field can show. Where a field says it already, a notice would say it twice and lie
 * over the form on a phone; `always` is for those that the specification wants in any case (R146).
 */
export function formNotice<N>(last: { reply?: unknown; notice?: N; always?: true } | undefined): N | undefined {
  if (last?.always) return last.notice;
  const reply = last?.reply as SubmissionResult | undefined;
  return Object.keys(reply?.error ?? {}).length > 0 ? undefined : last?.notice;
}
