import { Form, useNavigation } from "@remix-run/react";
import { Info, type LucideIcon, Trash2 } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { PostResult } from "./post-result";
import type { LastPost } from "./refused-post";
import { Button, LinkButton } from "./ui/button";
import { DescriptionList } from "./ui/description-list";
import { PageHeader } from "./ui/page-header";

type DeleteConfirmProps = {
  /** The question: "Delete Borrowers?" */
  title: string;
  /** What cannot be undone, and what stays. */
  text: string;
  /** What will be lost. */
  facts: ComponentProps<typeof DescriptionList>["facts"];
  /** What happens to other things. */
  note?: ReactNode;
  /** What the button does: "Delete the group". */
  submitLabel: string;
  icon?: LucideIcon;
  /** Why it can't be deleted now. */
  disabledReason?: string | undefined;
  /** The page that the way out leads to. */
  back: { label: string; to: string };
  keepLabel?: string;
  last: LastPost;
  /** Fields of the post, where its URL does not name what goes. */
  children?: ReactNode;
};

/** The page that asks once before something is deleted; its action is `deleteAction`. */
export function DeleteConfirm({
  title,
  text,
  facts,
  note,
  submitLabel,
  icon = Trash2,
  disabledReason,
  back,
  keepLabel = "Keep it",
  last,
  children,
}: DeleteConfirmProps) {
  const working = useNavigation().state !== "idle";
  return (
    <div className="max-w-[760px]">
      <PostResult last={last} />
      <PageHeader title={title} text={text} back={back} />
      <DescriptionList facts={facts} />
      {note && (
        <p className="mt-4 flex gap-2.5 text-sm text-quiet">
          <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          <span>{note}</span>
        </p>
      )}
      <Form method="post" className="mt-4 flex flex-wrap items-center gap-2">
        {children}
        <Button
          variant="danger"
          size="lg"
          icon={icon}
          working={working}
          {...(disabledReason ? { disabledReason } : {})}
        >
          {submitLabel}
        </Button>
        <LinkButton to={back.to} size="lg">
          {keepLabel}
        </LinkButton>
        {disabledReason && <span className="basis-full text-sm text-quiet">{disabledReason}</span>}
      </Form>
    </div>
  );
}
