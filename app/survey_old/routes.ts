import type { RouteTable } from "../sitemap.lines";

/** Surveys of the old version: read-only (Q123), and reached from the new one, since the specification gives them no menu. */
export const oldSurveyRoutes = {
  survey_old: {
    label: "Old surveys",
    under: "/survey",
    csv: true,
    products: ["Surveys"],
    permissions: ["Create Surveys"],
    pages: {
      initiated: { label: "Old surveys sent", csv: true },
      pending: { label: "Old surveys not started", csv: true },
      smsSurveyOutbox: { label: "SMS of old surveys", csv: true },
      whatsappSurveyOutbox: { label: "WhatsApp messages of old surveys", csv: true },
      import: {
        label: "Imports",
        title: "Imports of old results",
        csv: true,
        pages: {
          new: { label: "Import old results" },
          ":id": {
            label: "Import",
            pages: {
              refused: { label: "Rows not imported", csv: true },
              remove: { label: "Remove an import" },
            },
          },
        },
      },
      "contacts/:id": { label: "Person of an old survey" },
      "configure/:id": {
        label: "Old run",
        pages: {
          "contact-base": { label: "Contact base of an old run", csv: true },
          questions: { label: "Questions of an old run" },
          "map-question-answer": { label: "Contact fields of an old run" },
          "initiate-survey": { label: "Start of an old run" },
          outbox: { label: "Messages of an old run", csv: true },
        },
      },
      ":id": {
        label: "Old survey",
        pages: { answers: { label: "Answers", title: "Answers to an old survey", csv: true } },
      },
    },
  },
} as const satisfies RouteTable;
