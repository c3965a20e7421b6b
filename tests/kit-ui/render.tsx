import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";

/** The HTML that a browser without script would get, at a URL. */
export async function render(element: ReactElement, url = "/"): Promise<string> {
  const handler = createStaticHandler([{ path: "*", element }]);
  const context = await handler.query(new Request(`http://test.local${url}`));
  if (context instanceof Response) throw new Error("the route answered instead of drawing");
  const router = createStaticRouter(handler.dataRoutes, context);
  return write(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

/** What the server writes. A part that fails is no empty place here, as it is in `renderToStaticMarkup`, but an error. */
function write(element: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(element, {
      onError: reject,
      onAllReady() {
        const parts: Buffer[] = [];
        const sink = new Writable({
          write(part: Buffer, _, done) {
            parts.push(part);
            done();
          },
          final(done) {
            // Without React's own marks of where a text or a part ends.
            resolve(
              Buffer.concat(parts)
                .toString("utf8")
                .replace(/<!--.*?-->/g, ""),
            );
            done();
          },
        });
        pipe(sink);
      },
    });
  });
}

/** The opening tag of the first element that has all of these pieces of text in it. */
export function tag(html: string, ...pieces: string[]): string {
  const found = html.match(/<[a-z][^>]*>/g)?.find((one) => pieces.every((piece) => one.includes(piece)));
  if (!found) throw new Error(`no element with ${pieces.join(" and ")}`);
  return found;
}

/** The value of an attribute in an opening tag. */
export function attribute(opening: string, name: string): string | undefined {
  return opening.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
}
