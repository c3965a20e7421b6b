// Complaints of readers, as their hosts pass them on: ARF, RFC 5965.

type Part = { type: string; text: string };

/** What kind of feedback a report is: "abuse", "not-spam"; undefined when it is none. */
export function parseFeedback(parts: readonly Part[]): string | undefined {
  const report = parts.find(({ type }) => type === "message/feedback-report");
  if (!report) return undefined;
  return /^feedback-type:\s*([\w-]{1,40})/im.exec(report.text)?.[1]?.toLowerCase() ?? "abuse";
}
