import type { RouteTable } from "../sitemap.lines";

export const authRoutes = {
  auth: {
    guest: true,
    resource: true,
    pages: {
      signup: { label: "Sign up", layout: "default" },
      "verify-account": { label: "Confirm your address", layout: "default" },
      "company-details": { label: "Your company", layout: "default" },
      "forgot-password": { label: "Forgot your password", layout: "default" },
      "password/:token": { label: "Choose a password", layout: "default" },
      "social/:provider": { resource: true, pages: { callback: { resource: true } } },
    },
  },
} as const satisfies RouteTable;
