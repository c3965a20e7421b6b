import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import type { AgentStatus } from "../../rules/chat";
import { showBalance } from "../../rules/money";
import { mayOpen } from "../access";
import { href } from "../href";
import { IssuePart } from "../issues/report/issue-part";
import { productParam } from "../issues/report/product-param";
import { reportable } from "../issues/report/report.server";
import { DraftOwner } from "../kit/draft";
import { withQuery } from "../kit/list";
import { sandboxHref } from "../kit/sandbox-link";
import { Toasts } from "../kit/ui/notice";
import { AccountZone } from "../kit/zone";
import { routeFor } from "../sitemap";
import { AccountChange } from "./account-change";
import { ChatBeat, ChatStatus } from "./chat-status";
import { requestContext } from "./context.server";
import { workingFor } from "./delegation.server";
import { ErrorPage } from "./error-page";
import { Frame } from "./frame";
import { readFrameState } from "./frame-state";
import { goPlaces } from "./go-places";
import { LiveFrame } from "./live-frame";
import { menuFor } from "./menu.server";
import type { MenuGroup } from "./menu-types";
import { flashed } from "./notice.server";
import { findViewer, readSessionToken, signInFirst } from "./page.server";
import { readTheme } from "./session.server";
import { Suspended } from "./suspended";
import { useFreshBalance } from "./use-fresh-balance";
import { PhoneSlot, VoiceStatus } from "./voice-parts";
import { WorkingBanner } from "./working-banner";

/** The frame's own facts. A balance that can't be had is left out, without a word (R055). */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const viewer = await findViewer(args);
  if (!viewer) throw signInFirst(request);
  const from = requestContext(context);
  const known = { me: viewer.id, at: Date.now(), seq: from.live?.position(viewer.customer_account) ?? null };
  const token = await readSessionToken(args);
  const api = from.clientsFor({ token, requestId: from.requestId, address: from.address });
  const answers = mayOpen(viewer, routeFor("/chat/status"));
  const calls = mayOpen(viewer, routeFor("/phone"));
  const [balance, notified, agent, voice, breaks, extensions] = await Promise.all([
    api.billing.balance({ params: { billing_customer_id: viewer.billing_customer_id } }),
    api.identity.unreadNotices({}),
    answers ? api.chat.me({}) : undefined,
    calls ? api.voice.agentStatus({}) : undefined,
    calls ? api.voice.breakOptions({}) : undefined,
    calls ? api.voice.extensions({}) : undefined,
  ]);
  if (balance.status === 401) throw redirect(href("/login"));
  const drawn = new URL(request.url).searchParams.get("drawer") === "issue";
  const issue = drawn ? { ...(await reportable(api)), email: viewer.email } : null;
  const { notices, headers } = await flashed(request, from.settings);
  return data(
    {
      viewer: {
        name: viewer.name,
        role: viewer.roles[0]?.name ?? "",
        account: viewer.account_name,
        number: viewer.customer_account,
        zone: viewer.time_zone,
        photo: viewer.profile_url ?? "",
      },
      menu: menuFor(viewer),
      reseller: mayOpen(viewer, routeFor("/reseller")),
      balance: balance.status === 200 ? showBalance(balance.body) : null,
      chat: agent?.status === 200 ? chatOf(agent.body) : null,
      // With an extension alone there is a telephone (R051).
      voice:
        voice?.status === 200 && breaks?.status === 200 && extensions?.status === 200 && extensions.body.data[0]
          ? { me: viewer.id, exten: extensions.body.data[0].exten, status: voice.body.data, options: breaks.body.data }
          : null,
      live: { ...known, unread: notified.status === 200 ? notified.body.unread : null },
      theme: readTheme(request),
      remembered: readFrameState(request.headers.get("cookie") ?? ""),
      notices,
      issue,
      suspended: viewer.suspended ?? null,
      working: workingFor(viewer),
      demo: from.settings.demo,
    },
    { headers },
  );
}

function chatOf({ participant_id, status, cursor }: { participant_id: string; status: AgentStatus; cursor: number }) {
  return { id: participant_id, status, seq: cursor };
}

/** The balance and the notices change with every page and every post, but not with a price that is only asked for. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  defaultShouldRevalidate,
  currentUrl,
  nextUrl,
  formData,
}) => formData?.get("intent") !== "price" && (currentUrl.pathname !== nextUrl.pathname || defaultShouldRevalidate);

/** The present page is marked by the browser's own URL, so that it moves at once. */
function present(groups: readonly MenuGroup[], pathname: string): MenuGroup[] {
  const at = (path: string | undefined) => path !== undefined && (pathname === path || pathname.startsWith(`${path}/`));
  const hrefs = groups.flatMap((group) => [group.href, ...group.items.map((item) => item.href)]);
  const current = hrefs.filter(at).sort((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0];
  const elsewhere = current !== undefined || at(href("/settings/selfcare"));
  const module = `/${pathname.split("/")[1]}/`;
  return groups.map((group) => ({
    ...group,
    current: (group.href !== undefined && group.href === current) || group.also?.some(at) === true,
    open: !elsewhere && group.items.some((item) => item.href.startsWith(module)),
    items: group.items.map((item) => ({ ...item, current: item.href === current })),
  }));
}

const apps = { label: "Apps", icon: "package", href: href("/setup"), items: [] };

export default function Dashboard() {
  const facts = useLoaderData<typeof loader>();
  const { viewer, live, chat, voice, theme, remembered, notices, issue, suspended, working, demo, ...rest } = facts;
  const balance = useFreshBalance(facts);
  const { pathname, search } = useLocation();
  const here = (drawer?: string) =>
    `${pathname}${withQuery(search, { drawer, [productParam]: undefined }, true)}`.replace(/\?$/, "");
  return (
    <Frame
      menu={present(rest.menu, pathname)}
      footMenu={[
        { ...apps, current: pathname.startsWith("/setup") },
        {
          label: "Billing and balance",
          icon: "receipt",
          href: href("/settings/selfcare"),
          items: [],
          current: pathname.startsWith("/settings/selfcare"),
        },
        ...(demo
          ? [
              {
                label: "Sandbox",
                icon: "tablet-smartphone",
                href: sandboxHref("/sandbox", `${pathname}${search}`),
                outside: true,
                items: [],
              },
            ]
          : []),
      ]}
      account={viewer.account}
      viewer={{ name: viewer.name, role: viewer.role, photo: viewer.photo }}
      theme={theme}
      themeAction={href("/theme")}
      signOutAction={href("/logout")}
      {...(working
        ? { banner: <WorkingBanner {...working} />, accountsHref: href("/reseller/delegation") }
        : { profileHref: href("/user/profile"), ...(rest.reseller ? { accountsHref: href("/reseller") } : {}) })}
      searchHref={href("/search")}
      shortcuts={goPlaces([...rest.menu, apps], live.unread === null ? undefined : href("/notifications"))}
      reportHref={pathname === href("/issues/create") ? pathname : here("issue")}
      remembered={remembered}
      notices={<Toasts notices={notices} />}
      {...(chat || voice
        ? {
            status: (
              <>
                {chat && <ChatStatus drawn={chat} />}
                {voice && <VoiceStatus facts={voice} />}
              </>
            ),
          }
        : {})}
      {...(voice ? { phone: <PhoneSlot facts={voice} /> } : {})}
      {...(live.unread === null ? {} : { bell: { to: href("/notifications"), unread: live.unread } })}
      {...(demo ? { sandboxHref: sandboxHref("/sandbox", `${pathname}${search}`) } : {})}
      {...(balance === null ? {} : { balance: `KES ${balance}`, balanceHref: href("/settings/selfcare") })}
    >
      {voice && <div id="phone-banner" />}
      <LiveFrame drawn={live} />
      {(working || rest.reseller) && <AccountChange number={viewer.number} name={viewer.account} />}
      {chat && <ChatBeat drawn={chat} />}
      {suspended !== null && <Suspended why={suspended} />}
      <DraftOwner.Provider value={live.me}>
        <AccountZone.Provider value={viewer.zone}>
          <Outlet />
        </AccountZone.Provider>
        {issue && <IssuePart {...issue} close={here()} />}
      </DraftOwner.Provider>
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
