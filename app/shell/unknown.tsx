import { ErrorPage } from "./error-page";

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
