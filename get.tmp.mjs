import { writeFileSync } from "node:fs";
const base = "http://127.0.0.1:3400";
const body = new URLSearchParams({ email: "owner@savanna.test", password: "karibu-demo-2026" });
const r = await fetch(base + "/login", { method: "POST", body, redirect: "manual", headers: { origin: base, "content-type": "application/x-www-form-urlencoded" } });
const cookie = r.headers.getSetCookie().map((c) => c.split(";")[0]).join("; ");
const t = await (await fetch(base + process.argv[2], { headers: { cookie } })).text(); writeFileSync(process.argv[3], t);
const seg = (a, b) => { const i = t.indexOf(a); const j = t.indexOf(b, i); return j - i; };
console.log("total", t.length, "head", t.indexOf("<body"), "tbody", seg("<tbody", "</tbody>"), "sidebar", seg("<aside", "</aside>"), seg("<nav", "</nav>"), "stream", (t.match(/streamController\.enqueue\([\s\S]*?<\/script>/g) ?? []).map((x) => x.length), "ctx", seg("window.__remixContext", "</script>"));
