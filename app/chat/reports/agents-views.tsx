import { useLocation } from "@remix-run/react";
import { href } from "../../href";
import { withQuery } from "../../kit/list";
import { Link } from "../../kit/ui/link";

/** The two sides of the agents' report: their chats, and their time day by day. */
export function AgentsViews({ current }: { current: "chats" | "days" }) {
  const { search } = useLocation();
  const kept = withQuery(search, {});
  const views = [
    ["chats", "Chats", href("/chat/reports/agents")],
    ["days", "Time by day", href("/chat/reports/agents/days")],
  ] as const;
  return (
    <nav className="mb-3 flex gap-4 text-sm" aria-label="Views of the agents">
      {views.map(([name, label, path]) =>
        name === current ? (
          <span key={name} className="font-medium" aria-current="page">
            {label}
          </span>
        ) : (
          <Link key={name} className="link" to={`${path}${kept === "?" ? "" : kept}`}>
            {label}
          </Link>
        ),
      )}
    </nav>
  );
}
