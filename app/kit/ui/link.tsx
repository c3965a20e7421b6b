import { type LinkProps, Link as RemixLink } from "@remix-run/react";

/** From the root, written as the router would write it. */
const fromRoot = /^\/(?!\/)[\w/.%-]*(\?[^#]+)?$/;

/** One record of many: its route is found out when it is followed, not for each row of a list at once. */
const ofOneRecord = /\/(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27})(?:[/?]|$)/;

/**
 * Remix's Link. On the server an address from the root needs no router: it is drawn as the anchor that it becomes, byte
 * for byte (tests/kit-ui/link.test.tsx). A page has some thirty, and Remix's own are an eighth of its time.
 */
export function Link(props: LinkProps) {
  const { to, prefetch, reloadDocument, replace, state, ...more } = props;
  const discover = props.discover ?? (typeof to === "string" && ofOneRecord.test(to) ? "none" : "render");
  if (!import.meta.env.SSR || typeof to !== "string" || prefetch || !fromRoot.test(to))
    return <RemixLink {...props} discover={discover} />;
  const { preventScrollReset, relative, viewTransition, target, onClick, discover: _, ...rest } = more;
  const discovered = discover === "render" && !reloadDocument ? "true" : undefined;
  return <a {...rest} data-discover={discovered} href={to} target={target} />;
}
