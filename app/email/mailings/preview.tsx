import { Link } from "../../kit/ui/link";

type PreviewProps = {
  /** The page's own address, and that of the HTML alone. */
  page: string;
  html: string;
  dark: boolean;
  subject: string;
  text: string;
  to: string;
};

/** An e-mail as a phone and a desk show it, and as plain text. The frames run nothing and load nothing from elsewhere. */
export function EmailPreview({ page, html, dark, subject, text, to }: PreviewProps) {
  const address = `${html}${html.includes("?") ? "&" : "?"}${dark ? "look=dark" : "look=light"}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <span className="wrap-anywhere">
          <span className="text-quiet">To</span> {to}
        </span>
        <span className="wrap-anywhere">
          <span className="text-quiet">Subject</span> <b className="font-medium">{subject}</b>
        </span>
        <Link
          className="link"
          to={`${page}${page.includes("?") ? "&" : "?"}look=${dark ? "light" : "dark"}`}
          preventScrollReset
        >
          {dark ? "Show it in light" : "Show it in dark"}
        </Link>
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <Frame title="On a phone, 320 px wide" src={address} className="w-[322px] max-w-full" />
        <Frame title="On a desk, 640 px wide" src={address} className="w-[642px]" />
      </div>
      <section className="card max-w-[980px]" aria-label="Plain text">
        <div className="card-head">
          <h2>Plain text</h2>
        </div>
        <pre className="p-4 text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
      </section>
    </div>
  );
}

function Frame({ title, src, className }: { title: string; src: string; className: string }) {
  return (
    <figure className="max-w-full min-w-0 overflow-x-auto">
      <figcaption className="mb-1 text-sm text-quiet">{title}</figcaption>
      <iframe
        title={title}
        src={src}
        sandbox=""
        className={`h-[560px] rounded border border-line bg-white ${className}`}
      />
    </figure>
  );
}
