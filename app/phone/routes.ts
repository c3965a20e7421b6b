import type { RouteTable } from "../sitemap.lines";

/** What the phone in the frame asks for, and one's own status in the queue. */
export const phoneRoutes = {
  phone: {
    label: "Phone",
    resource: true,
    own: true,
    products: ["Voice"],
    permissions: ["Make outbound calls", "Receive inbound calls"],
    pages: { status: { resource: true }, recordings: { resource: true } },
  },
} as const satisfies RouteTable;
