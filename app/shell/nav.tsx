import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { workingFor } from "./delegation.server";
import { NavFrame } from "./nav-frame";
import { findViewer, signInFirst } from "./page.server";
import { WorkingBanner } from "./working-banner";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await findViewer(args);
  if (!viewer) throw signInFirst(args.request);
  return { working: workingFor(viewer) };
}

/** The layout of pages without a sidebar. */
export default function Nav() {
  const { working } = useLoaderData<typeof loader>();
  return (
    <NavFrame {...(working ? { banner: <WorkingBanner {...working} /> } : {})}>
      <Outlet />
    </NavFrame>
  );
}
