// /whatsapp/inboxes/:inboxId - the conversations of one number, in the inbox of all channels
import { conversationsOf } from "./numbers/conversations.server";

export const loader = conversationsOf("/whatsapp/inboxes/:inboxId");
