import { z } from "zod";
import { paging } from "../../../services/kit/contract";
import { type Template, templateChannels } from "../../../services/messaging/contract.templates";
import { list } from "../list";

export const channelNames: Record<Template["channel"], string> = { sms: "SMS", whatsapp: "WhatsApp", email: "Email" };

export const templates = list({
  file: "templates",
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    channel: z.enum(templateChannels).optional().catch(undefined),
  }),
  rows: (api, search) => api.messaging.templates({ query: search }),
  columns: {
    Name: (template: Template) => template.name,
    Channel: (template) => channelNames[template.channel],
    Message: (template) => template.body,
    "Created by": (template) => template.created_by,
    Created: (template) => template.created_at,
    Changed: (template) => template.updated_at,
  },
});
