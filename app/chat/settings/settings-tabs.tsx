import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";
import { type Breadcrumb, PageHeader } from "../../kit/ui/page-header";
import { Tabs } from "../../kit/ui/tabs";

const tabs = {
  Overview: href("/chat/settings"),
  "Canned replies": href("/chat/settings/canned-responses"),
  Shortcuts: href("/chat/settings/shortcuts"),
  "Before the chat": href("/chat/settings/prechat"),
  "After the chat": href("/chat/settings/postchat"),
  Triggers: href("/chat/settings/trigger"),
  Routing: href("/chat/settings/chat-routing"),
  Dispositions: href("/chat/settings/dispositions"),
  Labels: href("/chat/settings/labels"),
} as const;
export type SettingsTab = keyof typeof tabs;

const forAgents: readonly string[] = ["Canned replies", "Shortcuts"] satisfies SettingsTab[];

type SettingsHeadProps = {
  tab: SettingsTab;
  text: string;
  /** The drawer of a new one, where the page is a list; an empty list says it itself. */
  add?: Breadcrumb | undefined;
  actions?: ReactNode;
  manages?: boolean;
};

/** The head of every page of the chat's settings; who answers chats and sets nothing up has the pages that are theirs. */
export function SettingsHead({ tab, text, add, actions, manages = true }: SettingsHeadProps) {
  const addition = add && (
    <LinkButton to={add.to} variant="primary" icon={Plus} preventScrollReset>
      {add.label}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Chat settings" text={text} actions={addition ?? actions} />
      <Tabs
        label="Settings of chat"
        className="mb-4"
        tabs={Object.entries(tabs)
          .filter(([label]) => manages || forAgents.includes(label))
          .map(([label, to]) => ({ label, to, current: label === tab }))}
      />
    </>
  );
}
