import { Ticket } from "lucide-react";
import { href } from "../href";
import { LinkButton } from "../kit/ui/button";
import { Empty } from "../kit/ui/empty";

/** What to do first, while there is nothing to count. */
export function Begin({ oversees, manages }: { oversees: boolean; manages: boolean }) {
  return (
    <section className="card mb-4" aria-label="How to begin">
      <Empty
        icon={Ticket}
        title="No tickets yet"
        text={
          manages
            ? "Four templates set the stages, the types, the business hours and the policies; then open the first ticket."
            : "As soon as the first ticket is opened, its figures stand here."
        }
        actions={
          <>
            {manages && (
              <LinkButton kind="main" to={href("/ticketing/settings")}>
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
