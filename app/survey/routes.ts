import type { RouteTable } from "../sitemap.lines";

export const surveyRoutes = {
  survey: {
    label: "Surveys",
    menu: true,
    icon: "clipboard-list",
    csv: true,
    products: ["Surveys"],
    permissions: ["Create Surveys"],
    pages: {
      new: { label: "New survey", drawer: true },
      ":uuid": {
        label: "Survey",
        resource: true,
        pages: {
          build: { label: "Build" },
          texts: { label: "Languages" },
          settings: { label: "Settings", title: "Survey settings" },
          delete: { label: "Delete a survey" },
          reports: { label: "Results" },
          responses: {
            label: "Responses",
            csv: true,
            pages: { ":id": { label: "Response", pages: { delete: { label: "Delete a response" } } } },
          },
        },
      },
    },
  },
} as const satisfies RouteTable;
