import type { ReactNode } from "react";
import { brand } from "../../rules/brand";
import { BrandIcon } from "../kit/ui/brand-icon";
import { Link } from "../kit/ui/link";

type NavFrameProps = {
  home?: string /** At the right of the header: who is signed in, Sign out. */;
  aside?: ReactNode;
  /** Under the header, on every page. */
  banner?: ReactNode;
  children: ReactNode;
};

/** The layout "nav" (specification 1, section 2): a header with the logo, for pages without a sidebar. */
export function NavFrame({ home = "/", aside, banner, children }: NavFrameProps) {
  return (
    <div className="min-h-dvh">
      <a className="skip btn" href="#main">
        Skip to the page
      </a>
      <header className="flex h-14 items-center gap-4 border-b border-line px-6 max-md:px-4">
        <Link to={home} className="flex items-center gap-2.5 rounded text-lg font-semibold">
          <BrandIcon />
          {brand.name}
        </Link>
        {aside && <div className="ml-auto flex min-w-0 items-center gap-2">{aside}</div>}
      </header>
      {banner}
      <main id="main" className="px-6 py-5 outline-none max-md:p-4" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
