// /live - what the page's own socket is opened with (a token for a minute), and the number on the bell
import { page } from "../shell/page.server";
import { readToken } from "../shell/session.server";

export const loader = page("/live", async ({ ask, viewer, from, request }) => {
  const { id: user, customer_account: account } = viewer;
  const [session, notified] = await Promise.all([readToken(request, from.settings), ask.ticketing.unreadNotices({})]);
  return Response.json({
    token: from.live?.token({ session, user, account }) ?? null,
    unread: notified.status === 200 ? notified.body.unread : null,
  });
});
