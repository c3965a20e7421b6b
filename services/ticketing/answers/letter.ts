const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const markup = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** "Re: Printer on fire [#1000]": once, whatever stood before and behind it. */
export function mailSubject(ticket: { id: number; subject: string }): string {
  const bare = ticket.subject
    .replace(/^(?:\s*(?:re|fwd?|aw|sv|antw|tr|rv|jibu)\s*(?:\[\d{1,3}\])?\s*:)+/i, "")
    .replace(/\s*\[#\d{1,15}\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return `Re: ${bare || "your message"} [#${ticket.id}]`;
}

/** Plain words as text and as a simple page that loads nothing; the signature under them. */
export function mailWords(words: string, signature: string): { text: string; html: string } {
  const blocks = (text: string) =>
    text
      .split(/\n{2,}/)
      .map((block) => `<p style="margin:0 0 16px">${markup(block).replace(/\n/g, "<br>")}</p>`)
      .join("\n");
  const signed = signature ? `<div style="color:#5b6470">${blocks(signature)}</div>` : "";
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:0;padding:16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
${blocks(words)}
${signed}
</body></html>`;
  // Mail programs know a signature by the line "-- " (RFC 3676 4.3).
  return { text: signature ? `${words}\n\n-- \n${signature}\n` : `${words}\n`, html };
}
