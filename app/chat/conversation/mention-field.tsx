import type { ComposerProps } from "./use-composer";

type MentionFieldProps = { agents: ComposerProps["agents"]; chosen: string | undefined };

/** Whom a private note mentions, chosen where no script completes names. */
export function MentionField({ agents, chosen }: MentionFieldProps) {
  if (agents.length === 0) return null;
  return (
    <select
      name="mention"
      aria-label="Mention a colleague in a private note"
      defaultValue={chosen ?? ""}
      className="input hidden h-8! w-auto! max-w-44 [@media(scripting:none)]:block"
    >
      <option value="">Mention no one</option>
      {agents.map(({ id, name, handle }) => (
        <option key={id} value={handle}>
          {handle === name ? name : `${name}, ${handle}`}
        </option>
      ))}
    </select>
  );
}
