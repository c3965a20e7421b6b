// /live - what the page's own socket is opened with (a token for a minute), and the number on the bell
import type { Viewer } from "../access";
import { page } from "../shell/page.server";
import { readToken } from "../shell/session.server";

export const loader = page("/live", async ({ api, viewer, from, request, url }) => {
  const { id: user, customer_account: account } = viewer;
  // When the page was drawn is said by those who want to hear of chats, wherever they are kept.
  const at = Number(url.searchParams.get("at") ?? Number.NaN);
  const [session, notified, store] = await Promise.all([
    readToken(request, from.settings),
    api.identity.unreadNotices({}),
    Number.isFinite(at) ? from.live?.store(hearerOf(viewer), Math.min(at, Date.now())) : null,
  ]);
  return Response.json({
    store: store ?? null,
    token: from.live?.token({ session, user, account }) ?? null,
    unread: notified.status === 200 ? notified.body.unread : null,
  });
});

function hearerOf({ permissions, products, ...viewer }: Viewer) {
  return { ...viewer, permissions: permissions.map(({ name }) => name), products: products.map(({ name }) => name) };
}
