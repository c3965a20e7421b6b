import { Link as RemixLink } from "@remix-run/react";
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { Link } from "../../app/kit/ui/link";
import { render } from "./render";

const cases: [string, ComponentProps<typeof Link>][] = [
  ["an address", { to: "/sms/history", children: "History" }],
  ["with a query, which is escaped", { to: "/sms/bulk?group=7&name=%22a%22", className: "btn", title: `"Now"` }],
  ["the home page", { to: "/", className: "side-home", "aria-label": "Jibu, home" }],
  ["a slash at the end", { to: "/contacts/" }],
  ["the present page", { to: "/contacts", "aria-current": "page", rel: "next" }],
  ["a new document", { to: "/contacts.csv?q=a", reloadDocument: true }],
  [
    "scroll, history and state",
    { to: "/a", preventScrollReset: true, replace: true, state: { from: 1 }, target: "_top" },
  ],
  ["handlers", { to: "/a", onClick: () => undefined, onFocus: () => undefined }],
  ["undiscovered", { to: "/a", discover: "none" }],
  ["only a query", { to: "?page=2" }],
  ["an address with a place in it", { to: "/a#main" }],
  ["a question mark alone", { to: "/a?" }],
  ["two slashes", { to: "//elsewhere.test/a" }],
  ["another site", { to: "https://elsewhere.test/a" }],
  ["a place in words", { to: { pathname: "/a", search: "?b=1" } }],
  ["letters beyond ASCII", { to: "/a/é" }],
];

test.each(cases)("%s is drawn as Remix draws it", async (_, props) => {
  const ours = await render(<Link {...props} />);
  expect(ours).toMatch(/^<a .*href="/);
  expect(ours).toBe(await render(<RemixLink {...props} />));
});

test.each(["/sms/history/100/messages", "/files/0b8f7d1e-93a4-4b6e-8f2a-1d2c3b4a5f60", "/ticketing/show/12?tab=a"])(
  "the route of one record of many is not asked for with the page (%s)",
  async (to) => {
    expect(await render(<Link to={to} />)).not.toContain("data-discover");
  },
);
