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
      initiated: { label: "Surveys sent", csv: true },
      pending: { label: "Surveys not started", csv: true },
      smsSurveyOutbox: { label: "SMS of surveys", csv: true },
      whatsappSurveyOutbox: { label: "WhatsApp messages of surveys", csv: true },
      integrations: { label: "Integrations", title: "Integrations of surveys" },
      interview: { label: "Interview someone" },
      "contacts/:id": { label: "Person of a survey" },
      "configure/:id": {
        label: "Run",
        pages: {
          "contact-base": { label: "Contact base" },
          questions: { label: "Questions of a run" },
          "map-question-answer": { label: "Contact fields of a run" },
          "initiate-survey": { label: "Start a run" },
          outbox: { label: "Messages of a run", csv: true },
          close: { label: "Close a run" },
        },
      },
      ":uuid": {
        label: "Survey",
        resource: true,
        pages: {
          build: { label: "Build" },
          endings: { label: "Endings", title: "Endings of a survey" },
          texts: { label: "Languages" },
          versions: { label: "Versions", title: "Versions of a survey" },
          settings: { label: "Settings", title: "Survey settings" },
          send: { label: "Send a survey" },
          interview: {
            label: "Interview",
            title: "Interviews",
            pages: { ":id": { label: "Interview", pages: { "break-off": { label: "Break off an interview" } } } },
          },
          delete: { label: "Delete a survey" },
          reports: {
            label: "Results",
            pages: {
              crosstab: { label: "Cross-tab", csv: true },
              words: { label: "Most used words" },
            },
          },
          responses: {
            label: "Responses",
            csv: true,
            pages: {
              codebook: { label: "Codebook", title: "Export with codes", csv: true },
              codes: { label: "Responses with codes", csv: true, resource: true },
              syntax: { label: "SPSS syntax", resource: true },
              ":id": {
                label: "Response",
                pages: {
                  delete: { label: "Delete a response" },
                  "answers/:question": { label: "Correct an answer" },
                },
              },
            },
          },
        },
      },
    },
  },
} as const satisfies RouteTable;
