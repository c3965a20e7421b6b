import { href } from "../../href";
import type { TourSteps } from "../../shell/tour";

const page = { page: "After the chat", page_url: href("/chat/settings/postchat") };

/** The tour of the post-chat survey's activation (R024; the steps and texts are Q019's). */
export const postchatTour: TourSteps = {
  id: "postchat",
  title: "Ask customers how it was",
  steps: [
    {
      ...page,
      id: "activate",
      title: "Turn the rating on",
      body: "Visitors are asked for one to five stars as soon as a chat has ended.",
      target: "postchat-active",
    },
    {
      ...page,
      id: "words",
      title: "Choose your own words",
      body: "The heading is shown above the stars, in the visitor's language.",
      target: "postchat-words",
    },
    {
      ...page,
      id: "questions",
      title: "Ask what you want to know",
      body: "Your own questions are shown below the stars. Short forms are answered more often.",
      target: "questions",
    },
    {
      ...page,
      id: "save",
      title: "Save your changes",
      body: "The next chat that ends asks for a rating. See the answers in Chat, Reports, Survey.",
      target: "postchat-save",
    },
  ],
};
