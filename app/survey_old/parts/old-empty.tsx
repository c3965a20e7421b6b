import { Archive, type LucideIcon, Upload } from "lucide-react";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";

/** What a list of the old version says while no import brought anything for it. */
export function noOld(title: string, text: string, icon: LucideIcon = Archive) {
  return {
    ...{ icon, title, text },
    actions: (
      <LinkButton to={href("/survey_old/import/new")} icon={Upload}>
        Import old results
      </LinkButton>
    ),
  };
}
