import { href } from "../href";

/** The configured providers, each a link: leaving for another site is no form of ours. */
export function OtherSignIns({ providers, to }: { providers: readonly { id: string; name: string }[]; to: string }) {
  if (providers.length === 0) return null;
  return (
    <div className="mt-5">
      <p className="mb-5 flex items-center gap-3 text-xs text-quiet before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      <ul className="grid gap-3">
        {providers.map(({ id, name }) => (
          <li key={id} className="grid">
            <a
              className="btn btn-lg"
              href={href("/auth/social/:provider", { provider: id }, { to: to === "/" ? "" : to })}
            >
              Continue with {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
