import type { InteractionMode } from "../../rules/survey/pages";

export const surveyCategories = [
  { id: "satisfaction", name: "Customer satisfaction" },
  { id: "recommendation", name: "Recommendation (NPS)" },
  { id: "onboarding", name: "Onboarding" },
  { id: "research", name: "Research" },
  { id: "event", name: "Event" },
  { id: "staff", name: "Staff" },
  { id: "other", name: "Other" },
] as const;
export const categoryIds = surveyCategories.map(({ id }) => id) as [string, ...string[]];

/** How a survey is distributed (R112). An interviewer may ask it whatever its channels are. */
export const surveyChannels = [
  { id: "sms", name: "SMS" },
  { id: "whatsapp", name: "WhatsApp" },
  { id: "web", name: "Web link" },
] as const;
export const channelIds = ["sms", "whatsapp", "web"] as const;
export const interactionModes = [
  { id: "conversation", name: "One question after the other" },
  { id: "page", name: "All questions on one page" },
] as const satisfies { id: InteractionMode; name: string }[];
