import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "../rules/brand";
import { ConnectionNotice } from "./shell/connection-notice";
import { requestContext } from "./shell/context.server";
import { ErrorPage } from "./shell/error-page";
import { hasFont } from "./shell/font";
import { isPlain, PlainLinks } from "./shell/plain-document";
import { readTheme } from "./shell/session.server";
import "./tailwind.css";

export const meta: MetaFunction = () => [{ title: brand.name }];

export const links: LinksFunction = () => [{ rel: "icon", type: "image/svg+xml", href: "/mark.svg" }];

/** What the document needs before anything else: the theme, the font, and the nonce of the content security policy. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const font = hasFont(request.headers.get("cookie"));
  return data({ theme: readTheme(request), font, nonce: requestContext(context).nonce });
}

export function shouldRevalidate({ formAction }: { formAction?: string }) {
  return formAction === "/theme";
}

export function Layout({ children }: { children: ReactNode }) {
  const known = useRouteLoaderData<typeof loader>("root");
  const nonce = typeof document === "undefined" ? known?.nonce : "";
  const plain = isPlain(useMatches());
  const theme = known?.theme && known.theme !== "system" ? known.theme : undefined;
  return (
    <html lang="en" data-theme={theme} data-font={known?.font ? "" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {plain ? <PlainLinks /> : <Links />}
      </head>
      <body>
        {children}
        {!plain && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  const plain = isPlain(useMatches());
  return (
    <>
      <Outlet />
      {!plain && <ConnectionNotice />}
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <main id="main" className="p-6">
      <ErrorPage status={status} />
    </main>
  );
}
