import { Ticket } from "lucide-react";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";
import { EmptyState } from "../../kit/ui/empty-state";

/** What to do first, while there is nothing to count. */
export function Begin({ oversees, manages }: { oversees: boolean; manages: boolean }) {
  return (
    <section className="card mb-4" aria-label="How to start">
      <EmptyState
        icon={Ticket}
        title="No tickets yet"
        text={
          manages
            ? "Four templates set the stages, types, business hours and policies. Then open the first ticket."
            : "Figures appear here when the first ticket is opened."
        }
        actions={
          <>
            {manages && (
              <LinkButton variant="primary" to={href("/ticketing/settings")}>
                Set up from templates
              </LinkButton>
            )}
            {oversees && <LinkButton to={href("/ticketing/new")}>New ticket</LinkButton>}
          </>
        }
      />
    </section>
  );
}
