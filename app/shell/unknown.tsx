import type { MetaFunction } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { ErrorPage, errorHeading } from "./error-page";

export const meta: MetaFunction = () => [{ title: `${errorHeading(404)} - ${brand.name}` }];

/** Any URL that is not in the table. */
export function loader() {
  throw new Response("This page could not be found", { status: 404 });
}

export default function Unknown() {
  return null;
}

export function ErrorBoundary() {
  return (
    <main id="main" className="p-6">
      <ErrorPage status={404} />
    </main>
  );
}
