/** The mark: an answer's arrow bent to a J. Beside the name it is decoration. */
export function BrandIcon({ className = "" }: { className?: string }) {
  return (
    <span className={`mark ${className}`} aria-hidden="true">
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M11.5 2.5v5.7a3.6 3.6 0 0 1-3.6 3.6H4" />
        <path d="M6.4 9.2 3.8 11.8l2.6 2.6" />
      </svg>
    </span>
  );
}
