import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** The lists of surveys: the surveys themselves, what was sent of them, and what was not started yet. */
export function SurveyTabs({
  current,
}: {
  current: "surveys" | "initiated" | "pending" | "outbox" | "whatsapp" | "integrations";
}) {
  return (
    <Tabs
      label="Surveys"
      tabs={[
        { label: "Surveys", to: href("/survey"), current: current === "surveys" },
        { label: "Sent", to: href("/survey/initiated"), current: current === "initiated" },
        { label: "Not started", to: href("/survey/pending"), current: current === "pending" },
        { label: "SMS outbox", to: href("/survey/smsSurveyOutbox"), current: current === "outbox" },
        { label: "WhatsApp outbox", to: href("/survey/whatsappSurveyOutbox"), current: current === "whatsapp" },
        { label: "Integrations", to: href("/survey/integrations"), current: current === "integrations" },
        { label: "Old version", to: href("/survey_old") },
      ]}
    />
  );
}
