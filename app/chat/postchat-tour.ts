import { href } from "../href";
import type { TourSteps } from "../shell/tour";

const page = { page: "After the chat", page_url: href("/chat/settings/postchat") };

/** The tour of the post-chat survey's activation (R024; the steps and texts are Q019's). */
export const postchatTour: TourSteps = {
  id: "postchat",
  title: "Ask customers how it was",
  steps: [
    {
      ...page,
      id: "activate",
      title: "Switch the rating on",
      body: "With this tick a visitor is asked for one to five stars as soon as a chat has ended.",
      target: "postchat-active",
    },
    {
      ...page,
      id: "words",
      title: "Say it your way",
      body: "The heading stands above the stars, in English or Swahili as the visitor reads.",
      target: "postchat-words",
    },
    {
      ...page,
      id: "questions",
      title: "Ask what you want to know",
      body: "Questions of your own come below the stars. Few are answered more often than many.",
      target: "questions",
    },
    {
      ...page,
      id: "save",
      title: "Save, and it is on",
      body: "The next chat that ends asks for its rating. What customers say is in Chat, Reports, Survey.",
      target: "postchat-save",
    },
  ],
};
