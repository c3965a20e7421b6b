// /chat - on to the first page of the chat that the viewer may open
import { group } from "../kit/group.server";

export const loader = group("/chat");
