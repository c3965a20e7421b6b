import { pieces } from "../../../rules/merge";

/**
 * Turns merge fields into what is filled at sending. A field's own default (`{{name|there}}`) goes by its place in `t`,
 * so that nothing that was typed is ever read as code.
 */
export function mergeCode() {
  const defaults: string[] = [];
  const fields = new Set<string>();

  function field(name: string, fallback: string | undefined, then = ""): string {
    fields.add(name);
    if (fallback === undefined) return `{{ f.${name} | default: d.${name}${then} }}`;
    const known = defaults.indexOf(fallback);
    const at = known < 0 ? defaults.push(fallback) - 1 : known;
    return `{{ f.${name} | default: t[${at}]${then} }}`;
  }

  const written = (text: string, plain: (text: string) => string, then?: string) =>
    pieces(text)
      .map((piece) => (typeof piece === "string" ? plain(piece) : field(piece.field, piece.fallback, then)))
      .join("");

  return {
    /** In HTML: what is filled in is escaped when it is filled in. */
    html: (text: string) => written(text, escapeHtml),
    /** In the address of a link: a value can't leave its place in it. */
    link: (text: string) => written(text, escapeHtml, " | url_encode"),
    plain: (text: string) => written(text, closed),
    result: () => ({ defaults, fields: [...fields] }),
  };
}
export type MergeCode = ReturnType<typeof mergeCode>;

const signs: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "{": "&#123;",
};

/** Braces are written as signs too: of what was typed, nothing is code. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'{]/g, (sign) => signs[sign] ?? "");
}

/** Text in which no brace begins a tag. */
export function closed(text: string): string {
  return text.replace(/\{(?=[{%]|$)/g, "{{ '{' }}");
}

/** Signs as they were before `escapeHtml`. */
export function unescapeHtml(html: string): string {
  const written = new Map(Object.entries(signs).map(([sign, code]) => [code, sign]));
  return html.replace(/&(?:amp|lt|gt|quot|#39|#123);/g, (code) => written.get(code) ?? code);
}
