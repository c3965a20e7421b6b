import { isRouteErrorResponse, Outlet, useRouteError } from "@remix-run/react";
import { errorHeading } from "./error-page";
import { plainHandle } from "./plain-document";
import "../plain.css";

export const handle = plainHandle;

/** The layout of pages for people with a slow line or an old phone: documents that work without script. */
export default function Plain() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const known = isRouteErrorResponse(error);
  const words: unknown = known ? error.data : undefined;
  return (
    <main id="main" className="mx-auto w-full max-w-[560px] px-4 py-8">
      <h1 className="text-xl font-semibold tracking-[-0.01em]">{errorHeading(known ? error.status : 500)}</h1>
      {typeof words === "string" && <p className="mt-2 wrap-anywhere">{words}</p>}
    </main>
  );
}
