import { Outlet } from "@remix-run/react";
import { NavFrame } from "./nav-frame";

/** The layout of pages without a sidebar. */
export default function Nav() {
  return (
    <NavFrame>
      <Outlet />
    </NavFrame>
  );
}
