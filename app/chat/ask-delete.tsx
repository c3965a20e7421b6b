import { Form } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "../kit/ui/button";

type AskDeleteProps = {
  id: number;
  name: string;
  /** What kind of thing it is, as the button says it. */
  what: string;
  /** The page without the question: it takes the post, too. */
  page: string;
  working: boolean;
  /** What goes with it and what stays. */
  children: ReactNode;
};

/** The last step before something in the chat's settings goes: `?delete=` asks, and a post with this intent does it. */
export function AskDelete({ id, name, what, page, working, children }: AskDeleteProps) {
  return (
    <section className="card mb-4 border-bad! p-4" aria-label={`Delete ${name}`}>
      <h2 className="text-base font-semibold wrap-anywhere">Delete {name}?</h2>
      <p className="mt-1 text-quiet">{children}</p>
      <Form method="post" action={page} className="mt-3 flex flex-wrap gap-2">
        <input type="hidden" name="id" value={id} />
        <Button variant="danger" name="intent" value="delete" icon={Trash2} working={working}>
          Delete the {what}
        </Button>
        <LinkButton to={page}>Keep it</LinkButton>
      </Form>
    </section>
  );
}
