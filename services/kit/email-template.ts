import { brand } from "../../rules/brand";
import type { Mail } from "./mail";

/** Stands for our own address in a queued mail: the mail task puts PUBLIC_URL in its place when the mail leaves. */
export const here = "https://here.invalid";

export type EmailContent = {
  subject: string;
  /** Paragraphs above the code or button; then those below. Plain text: what looks like markup is shown as it is. */
  lines: readonly string[];
  code?: string;
  /** `path` begins with a slash. */
  button?: { label: string; path: string };
  after?: readonly string[];
};

/** Every mail of the system: the same words as plain text and as a simple page that loads nothing from anywhere. */
export function emailTemplate({
  subject,
  lines,
  code,
  button,
  after = [],
}: EmailContent): Pick<Mail, "subject" | "text" | "html"> {
  const url = button ? `${here}${button.path}` : "";
  const text = [
    ...lines,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}:\n${url}`] : []),
    ...after,
    `${brand.name}\nEvery customer answered, on the channel they chose.`,
  ].join("\n\n");
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${markup(line)}</p>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${markup(subject)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600;color:#0b6b4b">${brand.name}</p>
${lines.map(paragraph).join("\n")}
${code ? `<p style="margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:4px">${markup(code)}</p>` : ""}
${
  button
    ? `<p style="margin:0 0 16px"><a href="${markup(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0b6b4b;color:#ffffff;font-weight:600;text-decoration:none">${markup(button.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;overflow-wrap:anywhere">${markup(url)}</p>`
    : ""
}
${after.map(paragraph).join("\n")}
</div></body></html>`;
  return { subject, text, html };
}

function markup(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
