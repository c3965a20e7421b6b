// /live - what the page's own socket is opened with (a token for a minute), and the number on the bell
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Viewer } from "../access";
import { page, readSessionToken } from "../shell/page.server";

export const loader = (args: LoaderFunctionArgs) =>
  page("/live", async ({ api, viewer, from, url }) => {
    const { id: user, customer_account: account } = viewer;
    // When the page was drawn is said by those who want to hear of chats, wherever they are kept. Nobody can take a
    // store's own session back: who works in a child account has none, and sees what is new with the next page.
    const at = Number(url.searchParams.get("at") ?? Number.NaN);
    const stored = Number.isFinite(at) && !viewer.delegation;
    const [session, notified, store] = await Promise.all([
      readSessionToken(args),
      api.identity.unreadNotices({}),
      stored ? from.live?.store(hearerOf(viewer), Math.min(at, Date.now())) : null,
    ]);
    return Response.json({
      store: store ?? null,
      token: from.live?.token({ session, user, account }) ?? null,
      unread: notified.status === 200 ? notified.body.unread : null,
    });
  })(args);

function hearerOf({ permissions, products, ...viewer }: Viewer) {
  return { ...viewer, permissions: permissions.map(({ name }) => name), products: products.map(({ name }) => name) };
}
