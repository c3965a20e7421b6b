import { fieldInUse } from "../rules/crm-field-conditions";
import { type FieldDefinition, maxLink, maxText } from "../rules/crm-fields";
import { type AskedField, isLeadFormField, proofBits } from "../rules/lead-form";
import type { PublicForm } from "../services/crm/forms/arrive";

type FormState = {
  typed: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  notice?: string;
  consented: boolean;
  ticket: string;
  referrer: string;
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function markup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const style = `
*{box-sizing:border-box}
:root{color-scheme:light dark;--ink:#16211c;--quiet:#55635b;--canvas:#fff;--line:#7c8a82;--brand:#0b6b4b;--on:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8eeea;--quiet:#a9b6ae;--canvas:#111714;--line:#7f8d85;--brand:#4cc38a;--on:#08130d;--bad:#ff8a80}}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/24px Inter,system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:560px;margin:0 auto;padding:24px 16px 32px}
h1{margin:0 0 8px;font-size:22px;line-height:28px}
p{margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere}
form{display:grid;gap:20px;margin-top:20px}
label{display:block;font-weight:500;margin-bottom:4px}
.optional{font-weight:400;color:var(--quiet)}
input:not([type=checkbox]),textarea,select{width:100%;min-height:44px;padding:9px 12px;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:8px}
textarea{min-height:112px}
[aria-invalid=true]{border-color:var(--bad)}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
.error{margin:4px 0 0;color:var(--bad);font-weight:500}
.problem{border:2px solid var(--bad);border-radius:8px;padding:12px 16px;margin:16px 0 0}
.problem h2{margin:0 0 4px;font-size:16px;line-height:24px}
.problem p,.problem ul{margin:0;padding:0;list-style:none}
.problem a{color:var(--bad)}
.agree{display:grid;grid-template-columns:24px 1fr;gap:12px;font-weight:400;margin:0}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0;font-weight:500;margin-bottom:4px}
fieldset .agree{padding:4px 0}
select option{background:var(--canvas);color:var(--ink)}
.agree input{width:24px;height:24px;margin:0;accent-color:var(--brand)}
button{min-height:44px;padding:8px 20px;font:inherit;font-weight:600;color:var(--on);background:var(--brand);border:0;border-radius:8px;cursor:pointer;justify-self:start}
.away{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
@media (max-width:480px){button{width:100%}}
`;

function document(title: string, body: string, nonce: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${markup(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main>${body}</main></body></html>`;
}

/** Words in the place of a form; with `button` they are confirmed by sending the page. */
export function messagePage(words: { title: string; text: string; button?: string }, nonce: string): string {
  const send = words.button === undefined ? "" : `<form method="post"><button>${markup(words.button)}</button></form>`;
  return document(words.title, `<h1>${markup(words.title)}</h1><p>${markup(words.text)}</p>${send}`, nonce);
}

/** The form. Without script it is sent as it is; with script the browser works for it meanwhile. */
export function formPage(form: PublicForm, shown: FormState, nonce: string): string {
  const wrong = Object.entries(shown.errors);
  const { consent } = shown.errors;
  const body = `
<h1>${markup(form.title)}</h1>
${form.intro === "" ? "" : `<p>${markup(form.intro)}</p>`}
${problem(wrong, shown.notice)}
<form method="post" novalidate>
${form.fields.map((asked) => field(asked, shown, form.custom)).join("\n")}
${
  form.consent === ""
    ? ""
    : `<div><label class="agree"><input type="checkbox" id="consent" name="consent" value="1"${shown.consented ? " checked" : ""}${consent ? ' aria-invalid="true" aria-describedby="consent-error"' : ""}><span>${markup(form.consent)}</span></label>${error("consent", consent)}</div>`
}
<div class="away" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<input type="hidden" name="ticket" value="${markup(shown.ticket)}"><input type="hidden" name="referrer" value="${markup(shown.referrer)}"><input type="hidden" name="proof" value="">
<button>${markup(form.button)}</button>
</form>
<script nonce="${nonce}">${proofScript}</script>`;
  return document(wrong.length > 0 ? `Error: ${form.title}` : form.title, body, nonce);
}

function problem(wrong: readonly (readonly [string, string])[], notice: string | undefined): string {
  if (wrong.length === 0 && notice === undefined) return "";
  const list = wrong.map(([name, words]) => `<li><a href="#${name}">${markup(words)}</a></li>`).join("");
  const words = notice === undefined ? `<ul>${list}</ul>` : `<p>${markup(notice)}</p>`;
  return `<div class="problem" role="alert"><h2>There is a problem</h2>${words}</div>`;
}

function error(name: string, words: string | undefined): string {
  return words === undefined ? "" : `<p class="error" id="${name}-error">${markup(words)}</p>`;
}

const kinds = {
  name: 'autocomplete="name" maxlength="200"',
  phone: 'type="tel" autocomplete="tel" inputmode="tel" maxlength="40"',
  email: 'type="email" autocomplete="email" inputmode="email" maxlength="254"',
  company: 'autocomplete="organization" maxlength="200"',
  message: 'maxlength="2000"',
};

function field(asked: AskedField, shown: FormState, custom: readonly FieldDefinition[]): string {
  const { field: name, label, required } = asked;
  const own = fieldInUse(custom, name);
  if (own) return customField(own, asked, shown);
  if (!isLeadFormField(name)) return "";
  const { typed, errors } = shown;
  const words = errors[name];
  const aria = words ? ` aria-invalid="true" aria-describedby="${name}-error"` : "";
  const common = `id="${name}" name="${name}" ${kinds[name]}${required ? " required" : ""}${aria}`;
  const value = markup(typed[name] ?? "");
  const control = name === "message" ? `<textarea ${common}>${value}</textarea>` : `<input ${common} value="${value}">`;
  return `<div><label for="${name}">${markup(label)}${optional(required)}</label>${control}${error(name, words)}</div>`;
}

function optional(required: boolean): string {
  return required ? "" : ' <span class="optional">(optional)</span>';
}

const customKinds = {
  text: `maxlength="${maxText}"`,
  number: 'inputmode="decimal" autocomplete="off" maxlength="40"',
  money: 'inputmode="decimal" autocomplete="off" maxlength="40"',
  date: 'type="date"',
  link: `type="url" inputmode="url" autocomplete="url" placeholder="https://" maxlength="${maxLink}"`,
};

/** A custom field. One choice is a list, several are boxes; what can't be chosen any more is not offered. */
function customField(own: FieldDefinition, { field: name, label, required }: AskedField, state: FormState): string {
  const words = state.errors[name];
  const said = state.typed[name] ?? "";
  const aria = words ? ` aria-invalid="true" aria-describedby="${name}-error"` : "";
  const called = `${markup(own.type === "money" ? `${label} (${own.currency})` : label)}${optional(required)}`;
  const offered = own.choices.filter(({ archived }) => !archived).map((choice) => choice.label);
  if (own.type === "choices") {
    const chosen = said.split("; ");
    const boxes = offered.map((one, at) => {
      const checked = chosen.includes(one) ? " checked" : "";
      const id = at === 0 ? name : `${name}-${at}`;
      return `<label class="agree"><input type="checkbox" id="${id}" name="${name}" value="${markup(one)}"${checked}${aria}><span>${markup(one)}</span></label>`;
    });
    return `<fieldset><legend>${called}</legend>${boxes.join("")}${error(name, words)}</fieldset>`;
  }
  const common = `id="${name}" name="${name}"${required ? " required" : ""}${aria}`;
  const control =
    own.type === "choice"
      ? `<select ${common}>${options(offered, said, required)}</select>`
      : `<input ${common} ${customKinds[own.type]} value="${markup(said)}">`;
  return `<div><label for="${name}">${called}</label>${control}${error(name, words)}</div>`;
}

function options(offered: readonly string[], said: string, required: boolean): string {
  const empty = `<option value="">${required ? "Choose one" : "None"}</option>`;
  return empty + offered.map((one) => `<option${one === said ? " selected" : ""}>${markup(one)}</option>`).join("");
}

/** Finds a number that makes the hash of the ticket begin with enough zero bits, while the person types. */
const proofScript = `(async () => {
  if (!globalThis.crypto?.subtle) return;
  const ticket = document.querySelector("[name=ticket]").value;
  const encoder = new TextEncoder();
  for (let n = 0; ; n++) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(ticket + "." + n)));
    let bits = 0;
    while (bits < ${proofBits} && !((hash[bits >> 3] >> (7 - (bits & 7))) & 1)) bits++;
    if (bits < ${proofBits}) continue;
    document.querySelector("[name=proof]").value = String(n);
    return;
  }
})();`;
