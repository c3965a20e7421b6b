import { isRouteErrorResponse, type MetaFunction, Outlet, useRouteError } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { ErrorPage, errorHeading } from "./error-page";
import type { MissingRecord } from "./missing.server";

export const meta: MetaFunction = ({ error, matches }) =>
  error === undefined
    ? matches.flatMap((match) => match.meta ?? [])
    : [{ title: `${errorHeading(isRouteErrorResponse(error) ? error.status : 500)} - ${brand.name}` }];

/** Between the frame and its pages, so that a page that fails leaves the frame as it is. */
export default function Contained() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} />;
  const missing: Partial<MissingRecord> = typeof error.data === "object" && error.data !== null ? error.data : {};
  return <ErrorPage status={error.status} {...missing} />;
}
