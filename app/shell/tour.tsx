import { Form } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "../kit/ui/button";
import { WithoutScript } from "../kit/ui/without-script";
import { besideTarget, roomFor, stepAfter } from "./tour-steps";

/** A step as the specification names it (R024); `target` is the id of the element that it points at. */
export type TourStep = { id: string; title: string; body: string; target: string; page: string; page_url: string };
export type TourSteps = { id: string; title: string; steps: readonly TourStep[] };

type TourProps = {
  tour: TourSteps;
  /** Where "Do not show again" is posted. */
  seenAction: string;
};

/** Round what a step points at. */
const ring = ["rounded", "outline-2", "outline-offset-4", "outline-brand"];

/** A guided tour: a note beside one element after the other. Without script its steps stand as a list. */
export function Tour({ tour, seenAction }: TourProps) {
  const scripted = useHydrated();
  const [at, setAt] = useState(0);
  const [shut, setShut] = useState(false);
  const step = tour.steps[at];
  if (!scripted)
    return (
      <WithoutScript>
        <StepList tour={tour} seenAction={seenAction} />
      </WithoutScript>
    );
  if (shut || !step) return null;
  return (
    <Tip
      key={step.id}
      step={step}
      title={tour.title}
      place={`${at + 1} of ${tour.steps.length}`}
      seenAction={seenAction}
      {...(at > 0 ? { onPrevious: () => setAt(stepAfter(at, "prev", tour.steps.length)) } : {})}
      {...(at < tour.steps.length - 1 ? { onNext: () => setAt(stepAfter(at, "next", tour.steps.length)) } : {})}
      onSkip={() => setShut(true)}
    />
  );
}

type TipProps = {
  step: TourStep;
  title: string;
  place: string;
  seenAction: string;
  onPrevious?(): void;
  onNext?(): void;
  onSkip(): void;
};

function Tip({ step, title, place, seenAction, onPrevious, onNext, onSkip }: TipProps) {
  const ref = useRef<HTMLElement>(null);
  const id = useId();

  useEffect(() => {
    const target = document.getElementById(step.target);
    const tip = ref.current;
    if (!tip) return;
    // A tick is small: the line that it stands in is what one looks at.
    const shown = target?.closest<HTMLElement>("label") ?? target;
    shown?.classList.add(...ring);
    function makeRoom(size: { width: number; height: number }) {
      const room = `${roomFor(size)}px`;
      if (!shown || shown.style.marginBottom === room) return;
      shown.style.marginBottom = room;
      // Both are brought into sight; of a target that is taller than the window, its end.
      shown.style.scrollMarginBottom = room;
      const whole = shown.offsetHeight + roomFor(size);
      shown.scrollIntoView({ block: whole > window.innerHeight * 0.8 ? "end" : "center" });
    }
    function put() {
      if (!tip) return;
      makeRoom({ width: tip.offsetWidth, height: tip.offsetHeight });
      const box = shown?.getBoundingClientRect();
      const window_ = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const { left, top } = besideTarget(box, { width: tip.offsetWidth, height: tip.offsetHeight }, window_);
      tip.style.left = `${left}px`;
      tip.style.top = `${top}px`;
    }
    put();
    tip.focus({ preventScroll: true });
    window.addEventListener("scroll", put, { capture: true, passive: true });
    window.addEventListener("resize", put);
    return () => {
      shown?.classList.remove(...ring);
      shown?.style.removeProperty("margin-bottom");
      shown?.style.removeProperty("scroll-margin-bottom");
      window.removeEventListener("scroll", put, { capture: true });
      window.removeEventListener("resize", put);
    };
  }, [step.target]);

  return (
    <section
      ref={ref}
      tabIndex={-1}
      data-tour
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      className="fixed z-40 w-80 max-w-[calc(100vw-32px)] rounded-lg border border-line bg-surface p-4 shadow-lg outline-none"
      onKeyDown={(event) => {
        if (event.key === "Escape") onSkip();
      }}
    >
      <div className="flex items-start gap-2">
        <p className="text-xs text-quiet">
          {title}, step {place}
        </p>
        <button type="button" className="more -mt-1.5 -mr-1.5 ml-auto" aria-label="Skip the tour" onClick={onSkip}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <h2 id={`${id}-title`} className="mt-1 font-semibold">
        {step.title}
      </h2>
      <p id={`${id}-body`} className="mt-1 text-sm">
        {step.body}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {onPrevious && (
          <Button type="button" onClick={onPrevious}>
            Previous
          </Button>
        )}
        {onNext ? (
          <Button type="button" variant="primary" onClick={onNext}>
            Next
          </Button>
        ) : (
          <NotAgain action={seenAction} kind="primary" words="Done" />
        )}
        <Button type="button" variant="ghost" onClick={onSkip} className="ml-auto">
          Skip
        </Button>
      </div>
      {onNext && (
        <div className="mt-2 border-t border-line pt-2">
          <NotAgain action={seenAction} kind="ghost" words="Do not show again" />
        </div>
      )}
    </section>
  );
}

function NotAgain({ action, kind, words }: { action: string; kind: "primary" | "ghost" | "secondary"; words: string }) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <Button variant={kind} name="intent" value="tour seen">
        {words}
      </Button>
    </Form>
  );
}

function StepList({ tour, seenAction }: TourProps) {
  return (
    <section className="card mb-4 p-4" aria-label={tour.title}>
      <h2 className="font-semibold">{tour.title}</h2>
      <ol className="mt-2 grid list-decimal gap-1.5 pl-5">
        {tour.steps.map((step) => (
          <li key={step.id}>
            <a className="link" href={`#${step.target}`}>
              {step.title}
            </a>
            <span className="text-quiet">: {step.body}</span>
          </li>
        ))}
      </ol>
      <div className="mt-3">
        <NotAgain action={seenAction} kind="secondary" words="Do not show again" />
      </div>
    </section>
  );
}
