import type { RouteTable } from "../sitemap.lines";

export const userRoutes = {
  user: {
    label: "Account",
    menu: true,
    icon: "circle-user",
    group: true,
    public: true,
    pages: {
      profile: {
        label: "Profile",
        menu: true,
        own: true,
        pages: {
          password: { label: "Password" },
          sessions: { label: "Sessions" },
          "two-factor": { label: "Two-factor sign-in" },
          "sign-ins/:provider": { label: "Unlink a sign-in" },
        },
      },
      activities: {
        label: "Activities",
        menu: true,
        csv: true,
        public: false,
        unbound: true,
        permissions: ["View user activities"],
      },
    },
  },
  "user/billing": {
    label: "Billing",
    menu: true,
    unbound: true,
    permissions: [
      "Can view all billing information",
      "Can view SMS billing information",
      "Can view chats billing information",
      "Can view voice billing information",
    ],
  },
} as const satisfies RouteTable;
