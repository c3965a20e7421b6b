/** The sandbox's own plain look: it is not the product, and says so by not looking like it. */
export const style = `
:root { color-scheme: light dark; --canvas: #f6f7f6; --surface: #fff; --line: #c9cfcb; --ink: #17201b; --quiet: #57635c; --brand: #0b6b4b; --mine: #e3f2ea; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0f1512; --surface: #161d19; --line: #4a5750; --ink: #e8eeea; --quiet: #9fb0a6; --brand: #3ecf94; --mine: #16352a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 4px 12px; padding: 12px 16px; border-bottom: 2px dashed var(--line); font-weight: 600; }
header span { color: var(--quiet); }
main { max-width: 720px; margin: 0 auto; padding: 16px; overflow-wrap: anywhere; }
h1 { font-size: 22px; margin: 8px 0; }
h2 { font-size: 18px; margin: 24px 0 8px; }
a { color: var(--brand); }
p { margin: 8px 0; }
.empty, small, time { color: var(--quiet); }
dl { display: flex; flex-wrap: wrap; gap: 8px 24px; margin: 16px 0; }
dt { font-size: 13px; color: var(--quiet); } dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
ul, ol { list-style: none; margin: 16px 0; padding: 0; }
.phones li { border: 1px solid var(--line); border-bottom: 0; background: var(--surface); }
.phones li:last-child { border-bottom: 1px solid var(--line); }
.phones a { display: grid; gap: 2px; padding: 10px 14px; color: inherit; text-decoration: none; }
.phones a:hover { outline: 2px solid var(--brand); outline-offset: -2px; }
.texts { display: grid; gap: 12px; }
.texts li { max-width: 85%; padding: 8px 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.texts .mine { margin-left: auto; background: var(--mine); }
.texts p { margin: 0; white-space: pre-wrap; }
form { display: grid; gap: 6px; max-width: 420px; margin: 16px 0; }
form.row { grid-template-columns: 1fr auto; } form.row label { grid-column: 1 / -1; }
label { font-weight: 600; font-size: 14px; } .tick { display: flex; gap: 8px; font-weight: 400; }
input, select, textarea, button { min-height: 40px; padding: 8px 12px; border: 1px solid var(--quiet); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; }
.tick input { min-height: 0; }
button { background: var(--brand); color: var(--surface); font-weight: 600; cursor: pointer; justify-self: start; }
.mail { padding: 16px; border: 1px solid var(--line); background: var(--surface); white-space: pre-wrap; }
iframe { width: 100%; height: 460px; border: 1px solid var(--line); background: #fff; color-scheme: light; }
summary { cursor: pointer; font-weight: 600; padding: 8px 0; }
`;
