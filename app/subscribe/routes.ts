import { money, type RouteTable } from "../sitemap.lines";

export const subscribeRoutes = {
  subscribe: {
    label: "Products and plans",
    public: true,
    layout: "nav",
    pages: {
      ":product": { label: "Take a plan", layout: "nav" },
      "payment/:id": { ...money, label: "Payment", layout: "nav" },
    },
  },
} as const satisfies RouteTable;
