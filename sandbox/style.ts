/** The product's colours (app/theme.css); tests/sandbox/frame.test.ts keeps them the same. */
export const light = {
  canvas: "#f6f7f6",
  surface: "#ffffff",
  raised: "#f1f3f1",
  line: "#dfe3e0",
  field: "#838e87",
  ink: "#17201b",
  quiet: "#57635c",
  brand: "#0b6b4b",
  "brand-hover": "#08583d",
  "brand-ink": "#ffffff",
  "brand-soft": "#e3f2ea",
  warn: "#8a5200",
  "warn-soft": "#fdf0d8",
};
export const dark: typeof light = {
  canvas: "#0f1512",
  surface: "#161d19",
  raised: "#1e2722",
  line: "#2c3731",
  field: "#6d7d74",
  ink: "#e8eeea",
  quiet: "#9fb0a6",
  brand: "#3ecf94",
  "brand-hover": "#5cdba8",
  "brand-ink": "#06251a",
  "brand-soft": "#16352a",
  warn: "#f0b54a",
  "warn-soft": "#37290f",
};

const values = (tokens: typeof light) =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(" ");

const rules = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 14px/1.43 "Inter Variable", "Inter Stand-in", system-ui, sans-serif; letter-spacing: -0.006em; -webkit-font-smoothing: antialiased; }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 4px; }
header { display: flex; align-items: center; gap: 12px; min-height: 56px; padding: 0 24px; border-bottom: 1px solid var(--line); background: var(--surface); font-weight: 600; }
header .home { display: flex; align-items: center; gap: 10px; color: inherit; font-size: 16px; text-decoration: none; }
.badge { padding: 1px 8px; border-radius: 6px; background: var(--warn-soft); color: var(--warn); font-size: 12px; line-height: 18px; font-weight: 500; }
header .btn { margin-left: auto; }
nav { display: flex; gap: 20px; overflow-x: auto; padding: 0 24px; border-bottom: 1px solid var(--line); background: var(--surface); font-size: 13px; font-weight: 500; white-space: nowrap; }
nav a { padding: 10px 0; border-bottom: 2px solid transparent; color: var(--quiet); text-decoration: none; }
nav a:hover { color: var(--ink); } nav a[aria-current] { border-color: var(--brand); color: var(--ink); }
main { max-width: 760px; margin: 0 auto; padding: 20px 24px 48px; overflow-wrap: anywhere; }
h1 { margin: 0 0 4px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; }
h2 { margin: 24px 0 8px; font-size: 14px; font-weight: 600; }
a { color: var(--brand); font-weight: 500; text-underline-offset: 3px; }
p { margin: 8px 0; }
h1 + p, .empty, small, time { color: var(--quiet); font-size: 13px; }
time { font-variant-numeric: tabular-nums; }
dl { display: flex; flex-wrap: wrap; gap: 8px 24px; margin: 16px 0; }
dt { font-size: 13px; color: var(--quiet); } dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
ul, ol { list-style: none; margin: 16px 0; padding: 0; }
main > ul > li, section { border: 1px solid var(--line); border-bottom: 0; background: var(--surface); padding: 12px 16px; }
main > ul > li:first-child { border-radius: 8px 8px 0 0; } main > ul > li:last-child { border-bottom: 1px solid var(--line); border-radius: 0 0 8px 8px; }
main > ul > li:only-child, section { border-radius: 8px; }
section { margin: 12px 0; border-bottom: 1px solid var(--line); }
.phones li { padding: 0 !important; }
.phones a { display: grid; gap: 2px; padding: 10px 16px; color: inherit; font-weight: 400; text-decoration: none; }
.phones b { font-weight: 600; } .phones a:hover { background: var(--raised); }
.texts { display: grid; gap: 12px; }
.texts li { max-width: 85%; padding: 8px 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.texts .mine { margin-left: auto; background: var(--brand-soft); }
.texts p { margin: 0; white-space: pre-wrap; }
section ul { margin: 8px 0; } section li { padding: 4px 0; }
form { display: grid; gap: 6px; max-width: 440px; margin: 16px 0; } section > form { margin: 8px 0 0; }
form p { display: grid; gap: 10px; margin: 0; } form label:has(input:not([type="checkbox"]), select, textarea) { display: grid; gap: 4px; }
form.row { grid-template-columns: 1fr auto; } form.row label { grid-column: 1 / -1; }
label { font-weight: 500; font-size: 13px; } label:has([type="checkbox"]) { display: flex; align-items: center; gap: 8px; font-weight: 400; }
input, select, textarea { min-height: 36px; max-width: 100%; padding: 6px 12px; border: 1px solid var(--field); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; }
[type="checkbox"] { min-height: 0; }
button, .btn { display: inline-flex; align-items: center; min-height: 32px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; font-size: 13px; font-weight: 500; text-decoration: none; cursor: pointer; justify-self: start; }
button:hover, .btn:hover { background: var(--raised); }
button.main { min-height: 36px; border-color: var(--brand); background: var(--brand); color: var(--brand-ink); }
button.main:hover { background: var(--brand-hover); }
.mail { padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); white-space: pre-wrap; }
iframe { width: 100%; height: 460px; border: 1px solid var(--line); border-radius: 8px; background: #fff; color-scheme: light; }
summary { padding: 8px 0; font-weight: 500; cursor: pointer; }
code { font: 13px ui-monospace, Menlo, Consolas, monospace; }
@media (max-width: 767px) { header, nav, main { padding-left: 16px; padding-right: 16px; } input, select, textarea, button, .btn { min-height: 40px; } }
`;

/** The sandbox's style sheet: the product's tokens and, where it is built, the product's own font file. */
export function style(font?: string): string {
  const face = font
    ? `@font-face { font-family: "Inter Variable"; font-weight: 400 700; font-display: swap; src: url("${font}") format("woff2"); }`
    : "";
  return `${face}
@font-face { font-family: "Inter Stand-in"; src: local("Arial"), local("Liberation Sans"); size-adjust: 107%; ascent-override: 90%; descent-override: 22.5%; line-gap-override: 0%; }
:root, [data-theme="light"] { color-scheme: light; ${values(light)} }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { color-scheme: dark; ${values(dark)} } }
[data-theme="dark"] { color-scheme: dark; ${values(dark)} }
${rules}`;
}
