import { ArrowLeft, SearchX, TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { LinkButton } from "../kit/ui/button";

/** What is said when even the error page fails (specification 1, section 8). Also for the server, which knows no boundary. */
export const fallbackErrorText = "An error occurred while showing the error page.";

/** React has no other way to catch an error of a child than a class. */
class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <p>{fallbackErrorText}</p> : this.props.children;
  }
}

type ErrorPageProps = {
  /** The HTTP status; 404 has words of its own. */
  status?: number;
  /** What support needs to find it: the request id. */
  reference?: string;
  home?: string;
  /** Which record is not there, and the list it would be in. */
  words?: string;
  back?: { label: string; to: string };
};

export function errorHeading(status: number): string {
  return status === 404 ? "This page could not be found" : "Oh no! Something went wrong";
}

function Words({ status = 500, reference, home = "/", words, back }: ErrorPageProps) {
  const missing = status === 404;
  const Icon = missing ? SearchX : TriangleAlert;
  return (
    <section className="mx-auto mt-16 max-w-[560px] max-md:mt-6" aria-labelledby="error-title">
      <span className={`tile mb-4 size-10! ${missing ? "" : "bg-bad-soft! text-bad!"}`}>
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      {missing && <p className="num text-sm text-quiet">404</p>}
      <h1 id="error-title" className="text-xl font-semibold tracking-[-0.01em]">
        {errorHeading(status)}
      </h1>
      <p className="mt-1 text-quiet">{words ?? "This is probably not what you're looking for"}</p>
      {reference && (
        <p className="mt-2 text-xs text-quiet">
          Reference <span className="num">{reference}</span>
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {back && (
          <LinkButton to={back.to} variant="primary" size="lg" icon={ArrowLeft}>
            Back to {back.label}
          </LinkButton>
        )}
        <LinkButton to={home} variant={back ? "secondary" : "primary"} size="lg">
          Return Home
        </LinkButton>
      </div>
    </section>
  );
}

/** In place of a page that is not there or could not be drawn. */
export function ErrorPage(props: ErrorPageProps) {
  return (
    <LastResort>
      <Words {...props} />
    </LastResort>
  );
}
