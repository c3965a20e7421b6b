/** Runs in the page. The elements stay where React looks for them; this one takes itself away. */
function start(): void {
  const own = document.currentScript as HTMLScriptElement;
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-href]")) {
    link.href = link.dataset.href ?? "";
    link.rel = "modulepreload";
  }
  const program = document.createElement("script");
  program.type = "module";
  program.nonce = own.nonce;
  program.text = document.querySelector<HTMLScriptElement>('script[type="text/later"]')?.text ?? "";
  document.head.append(program);
  own.remove();
}

const preload = '<link rel="modulepreload" href=';

/**
 * A page is drawn as soon as its style sheet is there. Its program, ten times as large, is asked for after that picture:
 * both at once held a slow phone up by most of a second. A script waits for the style sheets before it, so the one that
 * this adds at the end begins when they are there.
 * @param page the whole document as Remix draws it
 */
export function programLast(page: string, nonce: string | undefined): string {
  const script = `<script${nonce ? ` nonce="${nonce}"` : ""}>(${start})()</script>`;
  // Remix puts them at the end, and there is no need to look through the page.
  const at = page.indexOf(preload);
  if (at < 0) return page;
  const end = page
    .slice(at)
    .replaceAll(preload, '<link rel="later" data-href=')
    .replace(/<script([^>]*) type="module"/, '<script$1 type="text/later"')
    .replace("</body>", () => `${script}</body>`);
  return page.slice(0, at) + end;
}
