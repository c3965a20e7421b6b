import { useFetchers, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { href } from "../href";
import { isTyped } from "../kit/typed";
import { Toasts } from "../kit/ui/notice";
import { type LiveSnapshot, live, useEvents, useLiveState } from "./live";

/** Milliseconds: between two readings of a page, and before one, so that what comes together is read together. */
const betweenReadings = 500;
const gathers = 120;
/** Milliseconds without a connection before that is said: a restart is over by then. */
const saidAfter = 8_000;

/** The live half of the frame: opens the socket when the page is at rest, reads pages anew, says when it is cut off. */
export function LiveFrame({ drawn }: { drawn: LiveSnapshot }) {
  useConnection(drawn);
  useReading(drawn);
  useBell();
  return <Banner />;
}

/** Milliseconds after the page is drawn before its socket is thought of: what is there to be read comes first. */
const restsFor = 1_500;

/** Connects once, when the page's own work is done: nobody waits for it. */
function useConnection(drawn: LiveSnapshot): void {
  const first = useRef(drawn);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    const begin = () => {
      // Its program is asked for until it is there (parts.ts); meanwhile the page hears nothing, and says so.
      timer = window.setTimeout(() => live.change({ link: "lost" }), restsFor);
      void import("./live.client").then(({ connect }) => {
        window.clearTimeout(timer);
        if (!gone) stop = connect(first.current);
      });
    };
    let timer = window.setTimeout(begin, restsFor);
    return () => {
      gone = true;
      window.clearTimeout(timer);
      stop?.();
      live.forget();
    };
  }, []);
}

type Plan = {
  /** The newest event that asks for a reading; the one that the reading under way is for. */
  wanted?: number | undefined;
  reading?: number | undefined;
  began: number;
  /** How long the last one took: under load pages are read less often. */
  took: number;
  timer?: number | undefined;
  busy: boolean;
  /** What the page shows now. */
  drawn: LiveSnapshot;
  revalidate(): void;
};

/** Reads the page anew for events, when it can be done without harm. */
function useReading(drawn: LiveSnapshot): void {
  const { revalidate, state } = useRevalidator();
  const navigating = useNavigation().state !== "idle";
  const fetching = useFetchers().some((fetcher) => fetcher.state !== "idle");
  const busy = state !== "idle" || navigating || fetching;
  const { current: plan } = useRef<Plan>({ began: 0, took: 0, busy, drawn, revalidate });
  plan.busy = busy;
  plan.revalidate = revalidate;

  useEffect(() => {
    live.onRevalidate((seq) => {
      plan.wanted = Math.max(plan.wanted ?? 0, seq);
      schedule(plan, gathers);
    });
    const seen = () => schedule(plan, 0);
    document.addEventListener("visibilitychange", seen);
    return () => {
      live.onRevalidate(undefined);
      document.removeEventListener("visibilitychange", seen);
      window.clearTimeout(plan.timer);
      plan.timer = undefined;
    };
  }, [plan]);

  useEffect(() => {
    live.drawn(drawn);
    plan.drawn = drawn;
    if (drawn.seq !== null && plan.wanted !== undefined && drawn.seq >= plan.wanted) plan.wanted = undefined;
    if (busy) return;
    // At rest: what it was read for is there now; what came meanwhile may not be.
    if (plan.reading !== undefined) plan.took = performance.now() - plan.began;
    if (plan.wanted === plan.reading) plan.wanted = undefined;
    plan.reading = undefined;
    if (plan.wanted !== undefined) schedule(plan, gathers);
  }, [plan, drawn, busy]);
}

function schedule(plan: Plan, wait: number): void {
  plan.timer ??= window.setTimeout(() => {
    plan.timer = undefined;
    read(plan);
  }, wait);
}

function read(plan: Plan): void {
  // A page that is busy or unseen is read when it is at rest, or seen.
  if (plan.wanted === undefined || plan.busy || document.visibilityState !== "visible") return;
  const wait = plan.began + betweenReadings + 4 * plan.took - performance.now();
  if (wait > 0 || isInHand() || isUnderWay(plan.drawn)) {
    schedule(plan, Math.max(wait, gathers));
    return;
  }
  plan.began = performance.now();
  plan.reading = plan.wanted;
  plan.revalidate();
}

/** The number on the bell follows one's notices, whatever page is open. */
function useBell(): void {
  const timer = useRef<number>();
  useEvents(["notice"], () => {
    timer.current ??= window.setTimeout(async () => {
      timer.current = undefined;
      const answer = await window
        .fetch(href("/live"), { headers: { accept: "application/json" } })
        .catch(() => undefined);
      if (!answer?.ok || answer.redirected) return;
      const { unread } = (await answer.json()) as { unread: number | null };
      live.change({ unread });
    }, gathers);
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
}

/**
 * A link or a form is on its way, or what it brought is not drawn yet. The router knows both at once. On a slow phone React
 * draws them only after the event that the form itself led to, and a reading begun then would bring the same once more.
 */
function isUnderWay(drawn: LiveSnapshot): boolean {
  const { navigation, fetchers, loaderData } = window.__remixRouter.state;
  if (navigation.state !== "idle" || [...fetchers.values()].some(({ state }) => state !== "idle")) return true;
  return Object.values(loaderData).every((data: { live?: LiveSnapshot } | null) => data?.live !== drawn);
}

/** A card is being dragged, or a form holds something typed that a fresh page would not keep. */
function isInHand(): boolean {
  if (document.querySelector("[data-dragged]")) return true;
  return [...document.querySelectorAll<HTMLFormElement>("#main form:not([data-keeps])")].some(isTyped);
}

/** Says in the topbar that the page is cut off, when that lasts. */
export function LinkState() {
  const { link } = useLiveState();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (link !== "lost") return setShown(false);
    const timer = window.setTimeout(() => setShown(true), saidAfter);
    return () => window.clearTimeout(timer);
  }, [link]);
  return (
    <span role="status" data-cut={shown || undefined} className="tool text-warn empty:hidden">
      {shown && "Reconnecting…"}
    </span>
  );
}

/** Says what came in while the page was cut off, when it is back. */
function Banner() {
  const { link, missed } = useLiveState();
  const [said, setSaid] = useState({ words: "", id: 0 });
  const lostAt = useRef<number>();
  useEffect(() => {
    if (link === "lost") lostAt.current ??= Date.now();
    if (link === "lost" || lostAt.current === undefined) return;
    const cut = Date.now() - lostAt.current >= saidAfter;
    lostAt.current = undefined;
    const words = cut && link === "on" ? wordsFor(missed) : "";
    setSaid(({ id }) => ({ words, id: id + 1 }));
  }, [link, missed]);
  const { words, id } = said;
  const shown = useMemo(() => (words ? [{ id: String(id), kind: "info" as const, title: words }] : []), [words, id]);
  return (
    <>
      <span data-live={link} hidden />
      <Toasts notices={shown} label="While you were away" />
    </>
  );
}

function wordsFor(missed: number | "reset" | null): string {
  if (missed === "reset") return "Much changed while you were away. The page was read again.";
  if (missed === null) return "";
  return missed === 1 ? "1 change while you were away" : `${missed} changes while you were away`;
}
