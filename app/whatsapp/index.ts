// /whatsapp - on to the first page of WhatsApp that the viewer may open
import { group } from "../kit/group.server";

export const loader = group("/whatsapp");
