import { expect, test } from "@playwright/test";
import { auditPage } from "./audit";

const sound =
  "main { color: #222; background: #fff } .phone { display: none } button { min-width: 30px; height: 30px }";
const narrow = (style: string) => `@media (max-width: 600px) { ${style} }`;
const dark = (style: string) => `@media (prefers-color-scheme: dark) { ${style} }`;

/** One fault each: where it is found and as what. */
const faults: { when: string; found: RegExp; style?: string; html?: string }[] = [
  { when: "an image without words", found: /^light[\s\S]*image-alt: img/, html: '<img src="data:,">' },
  { when: "pale words in light", found: /^light[\s\S]*color-contrast: p/, style: "p { color: #ccc }" },
  { when: "dim words in dark", found: /^dark[\s\S]*color-contrast: p/, style: dark("p { color: #ddd }") },
  { when: "pale words on a phone", found: /^390 px[\s\S]*color-contrast: p/, style: narrow("p { color: #ccc }") },
  {
    when: "targets of 20 px on a phone",
    found: /^390 px[\s\S]*target-size: button/,
    style: narrow("button { min-width: 0; width: 20px; height: 20px; padding: 0; margin: 0; border: 0 }"),
    html: "<div><button>a</button><button>b</button></div>",
  },
  {
    when: "a button without a name on a phone",
    found: /^390 px[\s\S]*button-name: button/,
    style: narrow(".phone { display: block }"),
    html: '<button class="phone"></button>',
  },
  { when: "something too wide for a phone", found: /^pixels beyond/, style: narrow("p { width: 400px }") },
  {
    when: "a button that moves when the program has come",
    found: /^what moves or goes[\s\S]*button Press: moved by 0, 40 px/,
    html: '<div id="late"></div><button>Press</button><script>come = () => { late.style.height = "40px" }</script>',
  },
  {
    when: "a button that goes when the program has come",
    found: /^what moves or goes[\s\S]*button Show: is gone/,
    html: '<button>Show</button><script>come = () => document.querySelector("button").remove()</script>',
  },
  { when: "a complaint in the console", found: /^what the page complains/, html: "<script>console.error(1)</script>" },
];

test("every kind of fault is found: without this, an audit without findings would mean nothing", async ({ page }) => {
  let body = "";
  await page.route("**/selftest*", (route) => route.fulfill({ contentType: "text/html", body }));
  const holding = (style: string, html: string) =>
    `<!doctype html><html lang="en"><title>Planted</title><meta name="viewport" content="width=device-width">
    <style>${sound} ${style}</style><main><h1>Planted</h1><p>Words</p>${html}</main>
    <script>
      // The program comes when it has been seen where things are.
      const look = () => {
        if (!window.seen) return requestAnimationFrame(look);
        window.come?.();
        history.scrollRestoration = "manual";
      };
      look();
    </script></html>`;
  // In one window, as the pages are: what one leaves behind is not found in the next, and covers nothing there.
  for (const [at, { when, found, style = "", html = "" }] of faults.entries()) {
    body = holding(style, html);
    const said = await auditPage(page, `/selftest?${at}`).catch((error: Error) => error.message);
    expect(said, when).toMatch(found);
    body = holding("", "");
    await auditPage(page, `/selftest?sound-${at}`);
  }
});
