// /whatsapp/inboxes/:inboxId - the conversations of one number, in the inbox of all channels
import { conversationsLoader } from "./numbers/conversations.server";

export const loader = conversationsLoader("/whatsapp/inboxes/:inboxId");
