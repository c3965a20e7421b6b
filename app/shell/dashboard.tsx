import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import { showBalance } from "../../rules/money";
import { menu } from "../access";
import { href } from "../href";
import { IssueDrawer, productParam } from "../issues/issue-drawer";
import { reportable } from "../issues/report.server";
import { withQuery } from "../kit/list";
import { Notices } from "../kit/ui/notice";
import { lines } from "../sitemap";
import { contextOf } from "./context.server";
import { ErrorPage } from "./error-page";
import { Frame } from "./frame";
import { readFrameState } from "./frame-state";
import type { MenuGroup } from "./menu-types";
import { flashed } from "./notice.server";
import { signInFirst, tokenOf, viewerOf } from "./page.server";
import { readTheme } from "./session.server";

/** The frame's own facts. A balance that can't be had is left out, without a word (R055). */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const viewer = await viewerOf(args);
  if (!viewer) throw signInFirst(request);
  const from = contextOf(context);
  const token = await tokenOf(args);
  const ask = from.ask({ token, requestId: from.requestId, address: from.address });
  const [balance, notified] = await Promise.all([
    ask.billing.balance({ params: { billing_customer_id: viewer.billing_customer_id } }),
    ask.ticketing.unreadNotices({}),
  ]);
  if (balance.status === 401) throw redirect(href("/login"));
  const drawn = new URL(request.url).searchParams.get("drawer") === "issue";
  const issue = drawn ? { ...(await reportable(ask)), email: viewer.email } : null;
  const { notices, headers } = await flashed(request, from.settings);
  return data(
    {
      viewer: { name: viewer.name, role: viewer.roles[0]?.name ?? "", account: viewer.account_name },
      menu: menu(viewer, lines, new URL(request.url).pathname.replace(/\.data$/, "")),
      balance: balance.status === 200 ? showBalance(balance.body) : null,
      unread: notified.status === 200 ? notified.body.unread : null,
      theme: readTheme(request),
      remembered: readFrameState(request.headers.get("cookie") ?? ""),
      notices,
      issue,
      demo: from.settings.demo,
    },
    { headers },
  );
}

/** The balance and the notices change with every page and every post, but not with a price that is only asked for. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  defaultShouldRevalidate,
  currentUrl,
  nextUrl,
  formAction,
}) => formAction !== href("/sms/bulk/price") && (currentUrl.pathname !== nextUrl.pathname || defaultShouldRevalidate);

/** The present page is marked by the browser's own URL, so that it moves at once. */
function present(groups: readonly MenuGroup[], pathname: string): MenuGroup[] {
  const at = (path: string | undefined) => path !== undefined && (pathname === path || pathname.startsWith(`${path}/`));
  const hrefs = groups.flatMap((group) => [group.href, ...group.items.map((item) => item.href)]);
  const current = hrefs.filter(at).sort((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0];
  return groups.map((group) => ({
    ...group,
    current: group.href !== undefined && group.href === current,
    items: group.items.map((item) => ({ ...item, current: item.href === current })),
  }));
}

export default function Dashboard() {
  const { viewer, balance, unread, theme, remembered, notices, issue, demo, ...rest } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const here = (drawer?: string) =>
    `${pathname}${withQuery(search, { drawer, [productParam]: undefined }, true)}`.replace(/\?$/, "");
  return (
    <Frame
      menu={present(rest.menu, pathname)}
      footMenu={[
        { label: "Apps", icon: "package", href: href("/setup"), items: [], current: pathname.startsWith("/setup") },
        {
          label: "Self-care",
          icon: "receipt",
          href: href("/settings/selfcare"),
          items: [],
          current: pathname.startsWith("/settings/selfcare"),
        },
        ...(demo ? [{ label: "Sandbox", icon: "tablet-smartphone", href: "/sandbox", outside: true, items: [] }] : []),
      ]}
      account={viewer.account}
      viewer={{ name: viewer.name, role: viewer.role }}
      theme={theme}
      themeAction={href("/theme")}
      signOutAction={href("/logout")}
      profileHref={href("/user/profile")}
      reportHref={pathname === href("/issues/create") ? pathname : here("issue")}
      remembered={remembered}
      notices={<Notices notices={notices} />}
      {...(unread === null ? {} : { bell: { to: href("/notifications"), unread } })}
      {...(balance === null ? {} : { balance: `KES ${balance}`, balanceHref: href("/settings/selfcare") })}
    >
      <Outlet />
      {issue && <IssueDrawer {...issue} close={here()} />}
    </Frame>
  );
}

/** A page that failed, in the frame's place. */
export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <main id="main" className="p-6">
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
    </main>
  );
}
