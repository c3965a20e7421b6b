import { Send } from "lucide-react";
import { href } from "../../href";
import { LinkButton } from "../ui/button";

/** What a list of runs says while it has none. */
export function noRuns(title: string) {
  return {
    icon: Send,
    title,
    text: "Open a published survey and choose Send to ask the people of a contact group by SMS or on WhatsApp.",
    actions: <LinkButton to={href("/survey", undefined, { status: "published" })}>Published surveys</LinkButton>,
  };
}
