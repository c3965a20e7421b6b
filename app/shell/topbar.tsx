import { Form } from "@remix-run/react";
import { Bell, ChevronsUpDown, LifeBuoy, Search, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { brand } from "../../rules/brand";
import { Badge } from "../kit/ui/badge";
import { BrandIcon } from "../kit/ui/brand-icon";
import { Link } from "../kit/ui/link";
import { useLiveState } from "./live";
import { LinkState } from "./live-frame";
import { NavigationBar } from "./navigation-bar";
import { openPalette } from "./palette-loader";
import { UserMenu } from "./user-menu";

export type TopbarProps = Parameters<typeof UserMenu>[0] & {
  /** The account's name. */
  account: string;
  /** Where a reseller chooses a child account, or goes back from one. */
  accountsHref?: string;
  home: string;
  /** As people read it: "KES 48,210.50". */
  balance?: string;
  balanceHref?: string;
  /** The sandbox, where it runs: what is sent goes there and to nobody. */
  sandboxHref?: string | undefined;
  /** The search page; without it there is no search box. A click opens the palette; typed and sent, it is that page. */
  searchHref?: string;
  reportHref?: string;
  /** What one was told of and has not read yet. */
  bell?: { to: string; unread: number };
  /** Chat and voice status. */
  status?: ReactNode;
};

export function Balance({ balance, balanceHref }: Pick<TopbarProps, "balance" | "balanceHref">) {
  if (balance === undefined) return null;
  const face = (
    <>
      <Wallet size={16} strokeWidth={1.75} className="max-xl:hidden" aria-hidden="true" />
      <span className="sr-only">Balance</span> {balance}
    </>
  );
  if (balanceHref === undefined) return <span className="tool num">{face}</span>;
  return (
    <Link className="tool num" to={balanceHref}>
      {face}
    </Link>
  );
}

function NoticeBell({ to, unread: drawn }: { to: string; unread: number }) {
  const unread = useLiveState().unread ?? drawn;
  const words = unread === 0 ? "Notifications" : `Notifications, ${unread} unread`;
  return (
    <Link className="tool" to={to} aria-label={words} title={words}>
      <Bell size={16} strokeWidth={1.75} aria-hidden="true" />
      {unread > 0 && <Badge kind="brand">{unread > 99 ? "99+" : unread}</Badge>}
    </Link>
  );
}

/** 56 px over the page. */
export function Topbar(props: TopbarProps) {
  const {
    account,
    accountsHref,
    home,
    balance,
    balanceHref,
    sandboxHref,
    searchHref,
    reportHref,
    bell,
    status,
    ...user
  } = props;
  return (
    <header className="top">
      <Link
        to={home}
        className="mr-auto flex items-center gap-2 font-semibold md:hidden"
        aria-label={`${brand.name}, home`}
      >
        <BrandIcon />
        <span className={status ? "max-[430px]:hidden" : ""}>{brand.name}</span>
      </Link>
      {accountsHref ? (
        <Link className="tool min-w-0 max-md:hidden" to={accountsHref} title="Choose the account you work in">
          <span className="truncate font-semibold">{account}</span>
          <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      ) : (
        <span className="truncate text-sm font-semibold max-md:hidden">{account}</span>
      )}
      {sandboxHref && (
        <Link
          to={sandboxHref}
          reloadDocument
          className="min-w-0 truncate max-[430px]:hidden"
          title="Nothing leaves this machine. Open the sandbox"
        >
          <Badge kind="warn">Sandbox</Badge>
        </Link>
      )}
      {searchHref && (
        <Form action={searchHref} className="ml-2 max-w-[340px] min-w-24 flex-1 max-md:hidden">
          <search className="find border-line!">
            <Search size={16} strokeWidth={1.75} aria-hidden="true" />
            <input
              type="search"
              name="q"
              placeholder="Search contacts, tickets, pages"
              aria-label="Search"
              id="search"
              autoComplete="off"
              maxLength={100}
              onClick={(event) => openPalette(event.currentTarget.value)}
            />
            <span className="kbd max-xl:hidden" aria-hidden="true">
              Ctrl K
            </span>
          </search>
        </Form>
      )}
      <span className="ml-auto max-md:hidden" />
      {searchHref && (
        <Link className="tool w-11 justify-center md:hidden" to={searchHref} aria-label="Search">
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
      <LinkState />
      {/* On a phone whoever answers chats needs the status more; the balance is in the menu then. */}
      <div className={status ? "max-md:hidden" : ""}>
        <Balance balance={balance} balanceHref={balanceHref} />
      </div>
      {status}
      {reportHref && (
        <Link className="tool max-md:hidden" to={reportHref}>
          <LifeBuoy size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-xl:sr-only">Report an issue</span>
        </Link>
      )}
      {bell && <NoticeBell {...bell} />}
      <UserMenu {...user} />
      <NavigationBar />
    </header>
  );
}
