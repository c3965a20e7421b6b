import { Outlet } from "@remix-run/react";

/** The layout of the pages before sign-in; each page draws its own half of the frame. */
export default function Default() {
  return <Outlet />;
}
