import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { Tabs } from "../../kit/ui/tabs";

type OldPlace = "surveys" | "initiated" | "pending" | "sms" | "whatsapp" | "import";

/** The lists of the old version. */
export function OldTabs({ current }: { current: OldPlace }) {
  return (
    <Tabs
      label="Old surveys"
      tabs={[
        { label: "Old surveys", to: href("/survey_old"), current: current === "surveys" },
        { label: "Sent", to: href("/survey_old/initiated"), current: current === "initiated" },
        { label: "Not started", to: href("/survey_old/pending"), current: current === "pending" },
        { label: "SMS outbox", to: href("/survey_old/smsSurveyOutbox"), current: current === "sms" },
        { label: "WhatsApp outbox", to: href("/survey_old/whatsappSurveyOutbox"), current: current === "whatsapp" },
        { label: "Imports", to: href("/survey_old/import"), current: current === "import" },
      ]}
    />
  );
}

/** Every page of the old version says what it is, and leads to the new one. */
export function ReadOnly({ to = href("/survey"), label = "surveys" }: { to?: string; label?: string }) {
  return (
    <>
      From the old version, to read only. The new ones are in{" "}
      <Link className="link" to={to}>
        {label}
      </Link>
      .
    </>
  );
}
