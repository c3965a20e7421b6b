import type { LoaderSettings } from "../rules/webchat";

/** Everything is fixed: the page around it is never moved. */
export function launcherStyle({ colour, ink, position }: LoaderSettings): string {
  const side = position;
  return `
:host{all:initial}
*{box-sizing:border-box}
[hidden]{display:none!important}
button{font:inherit;border:0;cursor:pointer}
.launch,.tease,.panel{position:fixed;z-index:2147483000;font:500 15px/20px system-ui,-apple-system,"Segoe UI",sans-serif}
.launch{${side}:24px;bottom:24px;display:flex;align-items:center;gap:8px;height:48px;padding:0 20px;border-radius:24px;background:${colour};color:${ink};font-weight:600;box-shadow:0 8px 24px rgb(0 0 0/.2)}
.launch svg{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.badge{min-width:20px;height:20px;padding:0 6px;border-radius:10px;background:${ink};color:${colour};font-size:12px;text-align:center}
.launch:focus-visible,.tease button:focus-visible{outline:3px solid ${colour};outline-offset:3px;box-shadow:0 0 0 3px #fff}
:host([data-open]) .launch{display:none}
.panel{${side}:24px;bottom:24px;width:376px;height:736px;max-height:calc(100dvh - 48px);border-radius:12px;overflow:hidden;box-shadow:0 12px 32px rgb(15 21 18/.24),0 0 0 1px rgb(15 21 18/.1);background:Canvas}
.panel iframe{display:block;width:100%;height:100%;border:0}
.tease{${side}:24px;bottom:84px;max-width:min(300px,calc(100vw - 48px));display:flex;align-items:flex-start;border-radius:12px;background:#fff;color:#17201b;box-shadow:0 8px 24px rgb(0 0 0/.18)}
.tease .words{padding:12px 4px 12px 16px;background:none;color:inherit;text-align:left;overflow-wrap:anywhere}
.tease .hide{width:40px;height:40px;flex:none;background:none;color:inherit;font-size:20px}
@media(max-width:767px){.launch{${side}:16px;bottom:16px}.tease{${side}:16px;bottom:76px}.panel{inset:0;width:auto;height:auto;max-height:none;border-radius:0}}
@media(prefers-color-scheme:dark){.tease{background:#161d19;color:#e8eeea}}
@media print{:host{display:none}}`;
}
